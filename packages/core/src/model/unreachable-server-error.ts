import { causesOf } from "../errors/causes.ts";
import { FlowError } from "../errors/flow-error.ts";
import { neverConnected } from "./connection-codes.ts";

/** What is known of a server that nobody could talk to. */
export interface UnreachableServerFacts {
  modelId: string;
  baseURL: string;
  /** The variable that moves the provider to another address. */
  variable: string | undefined;
  cause: unknown;
}

/** Nothing took the connection: no server at the address, or no such address. A little later there may be one. */
export class UnreachableServerError extends FlowError {
  override readonly name = "UnreachableServerError";

  constructor({ modelId, baseURL, variable, cause }: UnreachableServerFacts) {
    const { origin } = new URL(baseURL);
    const elsewhere = variable ? `, or set ${variable} to where it is` : "";
    super(
      `Nothing answers at ${origin} for ${modelId}. Check the network, start the server there${elsewhere}.${proxyHint(baseURL)}`,
      { code: "unreachable-server", retryable: true, cause, details: { modelId, origin } },
    );
  }
}

/** A proxy of the environment: `fetch` passes over it until Node is told to take it. Nobody needs one on this machine. */
function proxyHint(baseURL: string): string {
  const { protocol, hostname } = new URL(baseURL);
  const variable = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const name = [variable, variable.toLowerCase()].find((each) => process.env[each]);
  if (name === undefined || /^(localhost|127\..*|\[::1\])$/.test(hostname)) return "";
  return process.env.NODE_USE_ENV_PROXY === "1"
    ? ` Check the proxy in ${name} as well.`
    : ` The proxy in ${name} is taken only with NODE_USE_ENV_PROXY=1.`;
}

/** Did the connection itself fail, so that the provider cannot have seen the call? */
export function isUnreachable(error: unknown): boolean {
  return causesOf(error).some((at) => neverConnected.has((at as { code?: unknown }).code));
}
