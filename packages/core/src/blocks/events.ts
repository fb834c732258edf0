import type { ErrorRecord } from "../errors/error-record.ts";
import type { Charge } from "../money/charge.ts";
import type { Usage } from "../money/usage.ts";
import type { BlockKind } from "./block-kind.ts";

/** What every event says about where it happened. */
interface EventBase {
  /** The block run it belongs to; unique within one `runBlock`. */
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** What a block run came to; everything in its subtree counts. */
export interface BlockTotals {
  usage: Usage;
  /** Null as soon as the cost of one call is not known. */
  costUsd: number | null;
  /** Calls that ended in a charge; answers from the cache are none. */
  calls: number;
  durationMs: number;
  /** Part of `durationMs` in which nothing in the subtree worked because all of it was backing off. */
  waitedMs: number;
}

/** A block run began. `parentId` is absent for the outermost. */
export interface BlockStarted extends EventBase {
  type: "block.started";
  parentId?: string;
  name: string;
  kind: BlockKind;
  /** Names from the outermost block to this one, with the branch where there are several; stable between runs. */
  path: string;
  input: unknown;
}

/** A block run ended in an output. */
export interface BlockFinished extends EventBase, BlockTotals {
  type: "block.finished";
  name: string;
  path: string;
  output: unknown;
}

/** A block run ended in an error, abort included. */
export interface BlockFailed extends EventBase, BlockTotals {
  type: "block.failed";
  name: string;
  path: string;
  error: ErrorRecord;
}

/** A block is about to be tried again as a whole. `attempt` is the one that failed, from 1. */
export interface BlockRetrying extends EventBase {
  type: "block.retrying";
  attempt: number;
  delayMs: number;
  error: ErrorRecord;
}

/** A model call was booked. */
export interface CallCharged extends EventBase {
  type: "call.charged";
  charge: Charge;
  /** The call ended after its block had; it counts only in blocks that were still running, and in the account. */
  late?: true;
}

/** A model call failed and is about to be made again. `attempt` is the one that failed, from 1. */
export interface CallRetrying extends EventBase {
  type: "call.retrying";
  modelId: string;
  attempt: number;
  delayMs: number;
  error: ErrorRecord;
}

/** A model was given up and the next of the list takes over. */
export interface CallFallback extends EventBase {
  type: "call.fallback";
  modelId: string;
  nextModelId: string;
  error: ErrorRecord;
}

/** An answer came from the cache; nothing was charged. Records of earlier versions do not tell what it had taken. */
export interface CallCached extends EventBase {
  type: "call.cached";
  modelId: string;
  ordinal: number;
  /** Tokens it took when it was made. */
  usage?: Usage;
  /**
   * What these cost at the price of the model, or by the word of its provider, in US dollars; null when nobody knows.
   */
  costUsd?: number | null;
}

/** A piece of streamed text. */
export interface TextDelta extends EventBase {
  type: "text.delta";
  delta: string;
}

/** The model asked for a tool. */
export interface ToolCalled extends EventBase {
  type: "tool.called";
  toolCallId: string;
  toolName: string;
  /** As parsed; the raw text when it was not JSON. */
  input: unknown;
}

/** A tool's answer, or the error the model was shown in its place. */
export interface ToolFinished extends EventBase {
  type: "tool.finished";
  toolCallId: string;
  toolName: string;
  result: { ok: true; output: unknown } | { ok: false; error: string };
}

/** Something a block said through `ctx.emit`. */
export interface Emitted extends EventBase {
  type: "emitted";
  name: string;
  data: unknown;
}

/**
 * Everything that happens in a run, in order. Blocks nest: a block ends after all blocks inside it, and every
 * `block.started` is followed by exactly one `block.finished` or `block.failed` with the same id.
 */
export type FlowEvent =
  | BlockStarted
  | BlockFinished
  | BlockFailed
  | BlockRetrying
  | CallCharged
  | CallRetrying
  | CallFallback
  | CallCached
  | TextDelta
  | ToolCalled
  | ToolFinished
  | Emitted;

/** A listener; what it throws is dropped, it can never break the run. */
export type OnEvent = (event: FlowEvent) => void;
