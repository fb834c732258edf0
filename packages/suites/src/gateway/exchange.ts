import type { ErrorRecord, Usage } from "@flow-state-dev/core";
import type { RequestSummary } from "./wires/request-summary.ts";
import type { WireName } from "./wires/wire-name.ts";

/** A tool call as it was on the wire; `input` is what the JSON stood for, or the text when it is none. */
export interface ExchangeToolCall {
  id: string;
  name: string;
  input: unknown;
}

/** What the model answered, as far as it came. Cut to size; hostile, as all that models write. */
export interface ExchangeAnswer {
  text: string;
  reasoning: string;
  toolCalls: readonly ExchangeToolCall[];
  /** As the provider words it. */
  finishReason: string | null;
  /** The model that answered, as the provider names it. */
  model: string | null;
}

/**
 * One call of the agent, from request to end. `refused`: it was never sent on. `failed`: the provider refused it, broke
 * or could not be reached. `aborted`: the agent went away, the money ran out or the gateway closed. No key is in it.
 */
export interface Exchange {
  /** From 1, in the order in which requests came. */
  number: number;
  wire: WireName;
  /** The model that the agent asked for. */
  asked: string;
  /** The full id of the model that was called; null when none could be. */
  modelId: string | null;
  streamed: boolean;
  status: "complete" | "failed" | "aborted" | "refused";
  /** What the agent was answered with; null when it was gone by then. */
  httpStatus: number | null;
  error: ErrorRecord | null;
  /** The number of the call that failed before and said the same. */
  retryOf: number | null;
  request: RequestSummary;
  answer: ExchangeAnswer;
  usage: Usage | null;
  /** `none` when nothing was billed. */
  usageKnown: "reported" | "estimated" | "none";
  /** US dollars. Null: nobody knows. */
  costUsd: number | null;
  /** ISO time at which the request had come. */
  startedAt: string;
  /** Milliseconds from then to the end. */
  latencyMs: number;
  /** Milliseconds until the first word was passed on. */
  firstTokenMs: number | null;
  /** The provider's id for it. */
  requestId: string | null;
}
