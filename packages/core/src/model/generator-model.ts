import type { ModelPrice } from "../money/model-price.ts";

/** A tool as the plain form sees it. */
export interface GeneratorModelTool {
  name: string;
  description?: string;
  /** JSON Schema of its input. */
  inputSchema: unknown;
}

/** What the plain form is asked. */
export interface GeneratorModelOptions {
  /** `{ role, content }` each; content is a string, or parts when tools were used. */
  messages: unknown[];
  tools?: GeneratorModelTool[];
  /** JSON Schema of the answer, when a structured one is wanted. */
  outputSchema?: unknown;
  maxTokens?: number;
  temperature?: number;
  seed?: number;
  signal?: AbortSignal;
  providerOptions?: Record<string, unknown>;
}

/** Tokens as the plain form counts them; `promptTokens` includes what was read from or written to a cache. */
export interface GeneratorModelUsage {
  promptTokens: number;
  completionTokens: number;
  totalTokens?: number;
  cacheReadInputTokens?: number;
  cacheCreationInputTokens?: number;
}

/** Tokens as `generateText` of the AI SDK counts them: the `usage` of its result. */
export interface GeneratorTextUsage {
  /** With what was read from or written to a cache. */
  inputTokens?: number | undefined;
  inputTokenDetails?: {
    noCacheTokens?: number | undefined;
    cacheReadTokens?: number | undefined;
    cacheWriteTokens?: number | undefined;
  };
  outputTokens?: number | undefined;
  outputTokenDetails?: { textTokens?: number | undefined; reasoningTokens?: number | undefined };
  totalTokens?: number | undefined;
  /** As older versions tell it. */
  cachedInputTokens?: number | undefined;
  /** As older versions tell it. */
  reasoningTokens?: number | undefined;
}

/** A tool call as the plain form gives it. */
export interface GeneratorModelToolCall {
  toolCallId?: string;
  toolName: string;
  args: unknown;
}

/** What the plain form answers. All of it is optional; an answer with nothing in it is an error of the model. */
export interface GeneratorModelResult {
  text?: string;
  structuredOutput?: unknown;
  toolCalls?: GeneratorModelToolCall[];
  finishReason?: string;
  /**
   * Also as it is on the wire of a provider. Estimated, a token for four bytes, when it is absent or counts nothing.
   */
  usage?: GeneratorModelUsage | GeneratorTextUsage;
  /** The provider's own figure, when it gives one. */
  costUsd?: number;
  providerMetadata?: Record<string, unknown>;
}

/** A piece of a streamed plain answer; `finish` comes last and carries the whole. */
export type GeneratorModelStreamChunk =
  | { type: "text_delta"; textDelta: string }
  | { type: "reasoning_delta"; textDelta: string }
  /** Passed over: what comes of it is in the whole. */
  | { type: "tool_input_start" | "tool_call_delta" | "tool_result" | "source_url" }
  | { type: "finish"; fullResult: GeneratorModelResult; usage?: GeneratorModelUsage | GeneratorTextUsage };

/** The plain form of a model: five lines in a test. It is wrapped into a language model where it is used. */
export interface GeneratorModel {
  modelId: string;
  price?: ModelPrice;
  simulated?: boolean;
  generate(options: GeneratorModelOptions): Promise<GeneratorModelResult>;
  stream?(options: GeneratorModelOptions): AsyncIterable<GeneratorModelStreamChunk>;
}
