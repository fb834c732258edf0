import type { BudgetExceededError, ErrorRecord } from "@flow-state-dev/core";
import type { SandboxGateway } from "../sandbox/sandbox.ts";
import type { GatewayTotals } from "./totals.ts";
import type { WireName } from "./wires/wire-name.ts";

/**
 * A server between one agent and its providers, on loopback and on a Unix socket, so that it can also be reached from a
 * sandbox without network. It holds the keys; the agent gets the token.
 */
export interface Gateway extends SandboxGateway, AsyncDisposable {
  /** Below it every wire is spoken. Holds the token; no slash at the end. */
  readonly url: string;
  /** The same for each wire, as the SDKs of its provider take it. */
  readonly baseUrls: Readonly<Record<WireName, string>>;
  /**
   * What the agent is given in the place of a key. Programs whose address takes no path may leave the token out of it
   * and send this.
   */
  readonly key: string;
  /** The budget as it ended a call, refused or cut off; null as long as it has not. No exit code says that. */
  readonly overBudget: BudgetExceededError | null;
  /** Fires when the budget first ends a call, with the same error. */
  readonly budgetSignal: AbortSignal;
  /**
   * Why else calls could not be sent on: a key, a price or an address is missing. The first reason; null without any.
   */
  readonly refusal: ErrorRecord | null;
  /** Calls that were sent on and have not ended. */
  readonly underWay: number;
  /** What went through it so far. */
  readonly totals: Readonly<GatewayTotals>;
  /** Ends all calls and books them, and stops listening. */
  close(): Promise<void>;
}
