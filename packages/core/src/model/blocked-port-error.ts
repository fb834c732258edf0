import { causesOf } from "../errors/causes.ts";
import { FlowError } from "../errors/flow-error.ts";
import type { UnreachableServerFacts } from "./unreachable-server-error.ts";

/**
 * The server is on a port that the `fetch` of Node refuses to talk to, as browsers do: some are kept for other uses.
 */
export class BlockedPortError extends FlowError {
  override readonly name = "BlockedPortError";

  constructor({ modelId, baseURL, variable = "the base URL", cause }: UnreachableServerFacts) {
    const { origin, port } = new URL(baseURL);
    super(
      `Node does not talk to port ${port}, at which ${modelId} is asked for (${origin}). ` +
        `Start the server on another one, and set ${variable} to it; trying again will not help.`,
      { code: "blocked-port", retryable: false, cause, details: { modelId, origin } },
    );
  }
}

/** Was nothing sent because `fetch` refuses the port? Its words are all that tells. */
export function isBlockedPort(error: unknown): boolean {
  return causesOf(error).some(({ message }) => message === "bad port");
}
