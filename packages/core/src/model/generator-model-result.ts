import type {
  JSONObject,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import { toldUsage } from "../money/told-usage.ts";
import { EmptyAnswerError } from "./empty-answer-error.ts";
import type { GeneratorModelResult, GeneratorModelToolCall } from "./generator-model.ts";
import { kindOf, MalformedAnswerError } from "./malformed-answer-error.ts";
import type { AnswerBill } from "./plain-answer-error.ts";

/**
 * A plain answer as content. Throws an `EmptyAnswerError` when there is nothing in it and it does not say why, a
 * `MalformedAnswerError` when a field is not what it has to be; both carry what the answer says it cost.
 */
export function answerContent(
  modelId: string,
  result: GeneratorModelResult | undefined,
  options: LanguageModelV4CallOptions,
): LanguageModelV4Content[] {
  const bill = billOf(result);
  const malformed = (field: string, problem: string) =>
    new MalformedAnswerError(modelId, field, problem, bill);
  const mustBe = (holds: boolean, field: string, value: unknown, expected: string) => {
    if (!holds) throw malformed(field, `is ${kindOf(value)}, not ${expected}`);
  };
  const json = (field: string, value: unknown): string => {
    try {
      return JSON.stringify(value) ?? "null";
    } catch {
      throw malformed(field, "cannot be written as JSON");
    }
  };
  mustBe(
    (result ?? undefined) === undefined || typeof result === "object",
    "something",
    result,
    "an object such as { text }",
  );
  const { text, structuredOutput, toolCalls = [], finishReason } = result ?? {};
  mustBe(text === undefined || typeof text === "string", "a text", text, "a string");
  mustBe(Array.isArray(toolCalls), "toolCalls", toolCalls, "a list");
  mustBe(
    finishReason === undefined || typeof finishReason === "string",
    "a finishReason",
    finishReason,
    "a string",
  );
  const written = structuredOutput === undefined ? text : json("a structuredOutput", structuredOutput);
  const content: LanguageModelV4Content[] = written === undefined ? [] : [{ type: "text", text: written }];
  const earlier = countToolCalls(options);
  for (const [index, call] of toolCalls.entries()) {
    const field = `toolCalls[${index}]`;
    mustBe(typeof call === "object" && call !== null, field, call, "an object");
    mustBe(typeof call.toolName === "string", `${field}.toolName`, call.toolName, "a string");
    content.push(toToolCall(call, earlier + index, (args) => json(`${field}.args`, args)));
  }
  if (content.length === 0 && !endedEarly(result)) throw new EmptyAnswerError(modelId, bill);
  return content;
}

/** An answer that was cut off, or held back by a filter, may have nothing in it. */
function endedEarly(result: GeneratorModelResult | undefined): boolean {
  if (result?.finishReason === undefined) return false;
  const { unified } = toFinishReason(result);
  return unified !== "stop" && unified !== "tool-calls" && unified !== "other";
}

function billOf(result: GeneratorModelResult | undefined): AnswerBill | undefined {
  if (!result || (!result.usage && result.costUsd === undefined)) return undefined;
  return { usage: toldUsage(result.usage), providerMetadata: answerMetadata(result) };
}

/** The end of an answer, from the word of a provider or a plain model to the AI SDK's. */
export function toFinishReason(
  result: Pick<GeneratorModelResult, "finishReason" | "toolCalls">,
): LanguageModelV4FinishReason {
  const raw = result.finishReason;
  if (raw === undefined) return { unified: result.toolCalls?.length ? "tool-calls" : "stop", raw };
  const known = finishReasons.get(raw) ?? finishReasons.get(raw.toLowerCase().replaceAll("_", "-"));
  return { unified: known ?? "other", raw };
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
  // Of servers: vLLM, SGLang; DeepSeek; GLM, also for what it held back; Mistral; Gemini.
  ["abort", "error"],
  ["insufficient-system-resource", "error"],
  ["network-error", "error"],
  ["sensitive", "content-filter"],
  ["model-length", "length"],
  ["malformed-response", "error"],
  ["unexpected-tool-call", "error"],
  ["too-many-tool-calls", "error"],
  ["missing-thought-signature", "error"],
  ["language", "content-filter"],
  ["model-armor", "content-filter"],
  // As Gemini writes it: what stopped the answer before its end was none of its other reasons.
  ["OTHER", "error"],
]);

/** Metadata of a plain answer, with its own cost figure as `x.costUsd` when it gives one. */
export function answerMetadata(result: GeneratorModelResult): SharedV4ProviderMetadata | undefined {
  const given = result.providerMetadata as Record<string, JSONObject> | undefined;
  if (result.costUsd === undefined) return given;
  return { ...given, x: { ...given?.x, costUsd: result.costUsd } };
}

/** Ids that are made up count on from the calls already in the conversation, so that they are unique in it. */
function toToolCall(
  call: GeneratorModelToolCall,
  position: number,
  toJson: (args: unknown) => string,
): LanguageModelV4Content {
  const toolCallId = call.toolCallId ?? `call-${position + 1}`;
  const { toolName, args } = call;
  const input = typeof args === "string" && isJson(args) ? args : toJson(args ?? {});
  return { type: "tool-call", toolCallId, toolName, input };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function countToolCalls({ prompt }: LanguageModelV4CallOptions): number {
  const parts = prompt.flatMap((message) => (message.role === "assistant" ? message.content : []));
  return parts.filter((part) => part.type === "tool-call").length;
}
