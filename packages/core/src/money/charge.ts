import type { ErrorRecord } from "../errors/error-record.ts";
import type { Usage } from "./usage.ts";

/** Who spent it. */
export type Payer = "subject" | "judge" | "agent";

/** Where the cost figure comes from. `unpriced` means it is not known; then, and only then, it is null. */
export type CostBasis = "provider" | "prices" | "unpriced";

/**
 * What is known of one call when it has ended. `usageKnown` is `reported` when the provider counted the tokens,
 * `estimated` when the call broke off before it did, or when its count is one that no call can have, and they were
 * counted from what had flowed by then, `none` when nothing was billed (refused, rejected, unreachable).
 */
interface ChargeBase {
  /** The id the call was asked under. */
  modelId: string;
  /** Who was really called, e.g. `anthropic.messages`, or `openrouter` when a gateway stood in. */
  provider?: string;
  blockName?: string;
  usage: Usage;
  usageKnown: "reported" | "estimated" | "none";
  costUsd: number | null;
  costBasis: CostBasis;
  /**
   * The most it can have cost. Only where it broke off before anything of its answer came: `costUsd` has its prompt
   * alone, and the provider may bill more. A strict account carries the call at that much instead.
   */
  mostUsd?: number;
  streamed: boolean;
  /** ISO time at which the call opened. */
  startedAt: string;
  /** From opening to the end, waiting for permission to open not included. */
  latencyMs: number;
  /** Streams only: until the first token arrived. */
  timeToFirstTokenMs?: number;
  /** The provider's id for the request, to quote to its support. */
  requestId?: string;
  /**
   * True when a strict account had held back less than the call cost: the provider, or a setting inside the model that
   * cannot be seen from outside, did not keep to what was asked.
   */
  overReserved?: boolean;
  /** True when the model is simulated or scripted: the money is play money. */
  simulated?: boolean;
}

/** How one call ended: in an answer, cut off by us, or broken. */
export type ChargeFacts =
  | (ChargeBase & { status: "complete"; finishReason: string })
  | (ChargeBase & { status: "aborted"; error: ErrorRecord })
  | (ChargeBase & { status: "failed"; error: ErrorRecord });

/** One call in the books. Every call that opened ends in exactly one of these. */
export type Charge = ChargeFacts & {
  /** Unique among all calls. */
  callId: string;
  /** Names of the accounts that bear it, outermost first. */
  accounts: readonly string[];
  payer: Payer;
};
