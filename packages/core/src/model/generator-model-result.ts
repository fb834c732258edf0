import type {
  JSONObject,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { EmptyAnswerError } from "./empty-answer-error.ts";
import type { GeneratorModelResult, GeneratorModelToolCall, GeneratorModelUsage } from "./generator-model.ts";

/** A plain answer as content. Throws an `EmptyAnswerError` when there is nothing in it. */
export function answerContent(
  modelId: string,
  result: GeneratorModelResult | undefined,
  options: LanguageModelV4CallOptions,
): LanguageModelV4Content[] {
  const text = answerText(result);
  const calls = result?.toolCalls ?? [];
  if (text === undefined && calls.length === 0) throw new EmptyAnswerError(modelId);
  const content: LanguageModelV4Content[] = text === undefined ? [] : [{ type: "text", text }];
  const earlier = countToolCalls(options);
  return content.concat(calls.map((call, index) => toToolCall(call, earlier + index)));
}

/** The text of a plain answer, a structured one as JSON; undefined when it has neither. */
export function answerText(result: GeneratorModelResult | undefined): string | undefined {
  if (result?.structuredOutput !== undefined) return JSON.stringify(result.structuredOutput);
  return result?.text;
}

/** The end of a plain answer, in the AI SDK's words. */
export function toFinishReason(result: GeneratorModelResult): LanguageModelV4FinishReason {
  const raw = result.finishReason;
  if (raw === undefined) return { unified: result.toolCalls?.length ? "tool-calls" : "stop", raw };
  return { unified: finishReasons.get(raw.toLowerCase().replaceAll("_", "-")) ?? "other", raw };
}

const finishReasons = new Map<string, LanguageModelV4FinishReason["unified"]>([
  ["stop", "stop"],
  ["end-turn", "stop"],
  ["length", "length"],
  ["max-tokens", "length"],
  ["content-filter", "content-filter"],
  ["refusal", "content-filter"],
  ["tool-calls", "tool-calls"],
  ["tool-use", "tool-calls"],
  ["error", "error"],
  ["interrupted", "interrupted"],
]);

/** Tokens of a plain answer; all of it unknown when it does not say. */
export function toModelUsage(usage: GeneratorModelUsage | undefined): LanguageModelV4Usage {
  const cacheRead = usage?.cacheReadInputTokens;
  const cacheWrite = usage?.cacheCreationInputTokens;
  const noCache = usage && Math.max(0, usage.promptTokens - (cacheRead ?? 0) - (cacheWrite ?? 0));
  return {
    inputTokens: { total: usage?.promptTokens, noCache, cacheRead, cacheWrite },
    outputTokens: { total: usage?.completionTokens, text: undefined, reasoning: undefined },
  };
}

/** Metadata of a plain answer, with its own cost figure as `x.costUsd` when it gives one. */
export function answerMetadata(result: GeneratorModelResult): SharedV4ProviderMetadata | undefined {
  const given = result.providerMetadata as Record<string, JSONObject> | undefined;
  if (result.costUsd === undefined) return given;
  return { ...given, x: { ...given?.x, costUsd: result.costUsd } };
}

/** Ids that are made up count on from the calls already in the conversation, so that they are unique in it. */
function toToolCall(call: GeneratorModelToolCall, position: number): LanguageModelV4Content {
  const toolCallId = call.toolCallId ?? `call-${position + 1}`;
  return { type: "tool-call", toolCallId, toolName: call.toolName, input: toJsonText(call.args) };
}

function toJsonText(args: unknown): string {
  if (typeof args !== "string") return JSON.stringify(args ?? {});
  try {
    JSON.parse(args);
    return args;
  } catch {
    return JSON.stringify(args);
  }
}

function countToolCalls({ prompt }: LanguageModelV4CallOptions): number {
  const parts = prompt.flatMap((message) => (message.role === "assistant" ? message.content : []));
  return parts.filter((part) => part.type === "tool-call").length;
}
