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
      `Nothing answers at ${origin} for ${modelId}. Check the network, start the server there${elsewhere}.`,
      { code: "unreachable-server", retryable: true, cause, details: { modelId, origin } },
    );
  }
}

/** Did the connection itself fail, so that the provider cannot have seen the call? */
export function isUnreachable(error: unknown): boolean {
  return causesOf(error).some((at) => neverConnected.has((at as { code?: unknown }).code));
}
