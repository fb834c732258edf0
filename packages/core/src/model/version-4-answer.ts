import type {
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { toldUsage } from "../money/told-usage.ts";
import { toFinishReason } from "./generator-model-result.ts";
import { kindOf, MalformedAnswerError } from "./malformed-answer-error.ts";

/**
 * The answer of a language model in the form of version 4. Models say that they are of it and end their answers as
 * earlier versions did, and so do mocks that were written for those: that is read as well. One that holds nothing and
 * does not say how it ended is none: it was interrupted. Throws a `MalformedAnswerError`, with what the answer says it
 * cost, where there is no list of content.
 */
export function version4Answer(
  modelId: string,
  answer: LanguageModelV4GenerateResult,
): LanguageModelV4GenerateResult {
  const { content, usage, providerMetadata } = Object(answer) as Partial<LanguageModelV4GenerateResult>;
  if (Array.isArray(content)) {
    const end = version4End(answer);
    const { unified, raw } = end.finishReason;
    const nothing = content.length === 0 && unified === "other" && raw === undefined;
    return nothing ? { ...end, finishReason: { unified: "interrupted", raw } } : end;
  }
  const bill = usage && { usage: version4Usage(usage), providerMetadata };
  throw new MalformedAnswerError(modelId, "content", `is ${kindOf(content)}, not a list of parts`, bill);
}

/** How an answer ended and what it took, in the form of version 4. */
function version4End<T extends Pick<LanguageModelV4GenerateResult, "finishReason" | "usage">>(end: T): T {
  const finishReason = version4Reason(end.finishReason);
  if (finishReason === end.finishReason && isVersion4(end.usage)) return end;
  return { ...end, finishReason, usage: version4Usage(end.usage) };
}

/**
 * The last part of a stream, in the form of version 4. Google's ends with the connection: where nothing said how the
 * answer ended, it broke off.
 */
export function version4StreamEnd(part: StreamEnd): StreamEnd {
  const end = version4End(part);
  const { unified, raw } = end.finishReason;
  const isGoogle = ["google", "vertex"].some((name) => Object.hasOwn(end.providerMetadata ?? {}, name));
  if (!isGoogle || unified !== "other" || raw !== undefined) return end;
  return { ...end, finishReason: { unified: "interrupted", raw } };
}

type StreamEnd = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** Packages know few of the words by which servers end an answer, and none for one that broke off. */
function version4Reason(told: unknown): LanguageModelV4FinishReason {
  if (isObject(told)) {
    const reason = told as LanguageModelV4FinishReason;
    if (reason.unified !== "other" || typeof reason.raw !== "string") return reason;
    const known = toFinishReason({ finishReason: reason.raw });
    return known.unified === "other" ? reason : known;
  }
  return typeof told === "string"
    ? toFinishReason({ finishReason: told })
    : { unified: "other", raw: undefined };
}

function version4Usage(usage: LanguageModelV4Usage | undefined): LanguageModelV4Usage {
  if (usage && isVersion4(usage)) return usage;
  return { ...toldUsage(usage), ...(usage?.raw && { raw: usage.raw }) };
}

function isVersion4(usage: LanguageModelV4Usage | undefined): boolean {
  return isObject(usage?.inputTokens) || isObject(usage?.outputTokens);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
