import type { LanguageModelV4FinishReason } from "@ai-sdk/provider";
import type { ModelPrice } from "../money/model-price.ts";
import type { Usage } from "../money/usage.ts";

/** One answer of a script. It has at least one of `text`, `structuredOutput`, `toolCalls` and `error`. */
export interface ScriptStep {
  text?: string;
  /** Answered as JSON text; not together with `text`. */
  structuredOutput?: unknown;
  toolCalls?: ScriptToolCall[];
  reasoning?: string;
  /** `tool-calls` when there are any, else `stop`, when absent. */
  finishReason?: LanguageModelV4FinishReason["unified"];
  /** Estimated at four bytes a token when absent. */
  usage?: Pick<Usage, "inputTokens" | "outputTokens"> & Partial<Usage>;
  /** Milliseconds until the answer; 0 when absent. */
  latencyMs?: number;
  /** The call fails as if a provider had answered with this status; nothing else of the step counts then. */
  error?: ScriptFailure;
}

/** A tool call in a script. */
export interface ScriptToolCall {
  toolName: string;
  args: unknown;
}

/** A failure in a script. */
export interface ScriptFailure {
  /** HTTP status, 400–599. */
  status: number;
  message?: string;
  retryAfterSeconds?: number;
}

/** When a conversation is meant; all that is given must hold. */
export interface ScriptCondition {
  /**
   * Name of the block that calls, or the end of its path (`team/writer`); branches (`left:`, `[2]`) may be left out.
   */
  block?: string;
  /** All of it must occur in the prompt, the case of letters included. */
  contains?: string | string[];
  /** Which call of the block within its cell, from 0. */
  ordinal?: number;
  /**
   * Which try at the call, from 0. A failure that goes away is written as a conversation for attempt 0 with the
   * `error`, followed by one without this condition.
   */
  attempt?: number;
}

/** Answers in the order of the turns; turn n is used when the prompt holds n messages of the assistant. */
export interface ScriptConversation {
  when?: ScriptCondition;
  turns: ScriptStep[];
}

/** Answers written down beforehand; the first conversation whose condition holds is used. */
export interface Script {
  /** Id of the model whose price is used; without it and without `price` the tokens cost nothing. */
  model?: string;
  /** Price of its tokens; wins over that of `model`. */
  price?: ModelPrice;
  conversations: ScriptConversation[];
}
