import { causesOf } from "../errors/causes.ts";
import { FlowError } from "../errors/flow-error.ts";

/** What is known of a server that sends calls elsewhere. */
export interface RedirectFacts {
  status: number;
  /** Where the call went. */
  from: URL;
  /** Where it was to go instead; undefined when the server does not say. */
  to: URL | undefined;
}

/** A server answered that the call should go elsewhere. It is not followed, for the key would go along. */
export class RedirectError extends FlowError {
  override readonly name = "RedirectError";

  constructor({ status, from, to }: RedirectFacts) {
    const why =
      to?.origin === from.origin
        ? "that is no place that answers them"
        : "a key is not sent on to where it was not meant to go";
    const where = to ? ` to ${to.origin}${to.pathname}` : "";
    super(
      `${from.origin} redirects calls${where} (HTTP ${status}), and ${why}. Set the base URL to the right address.`,
      { code: "redirected", details: { status, from: from.origin, ...(to && { to: to.origin }) } },
    );
  }
}

/** The redirect behind an error, if that is what it was. */
export function redirectIn(error: unknown): RedirectError | undefined {
  return causesOf(error).find((at) => at instanceof RedirectError);
}
