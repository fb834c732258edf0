import type {
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
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

/** How an answer ended and what it took, in the form of version 4: of a whole one, or of the last part of a stream. */
export function version4End<
  T extends Pick<LanguageModelV4GenerateResult, "finishReason" | "usage" | "providerMetadata">,
>(end: T): T {
  const finishReason = endedReason(version4Reason(end.finishReason), end.providerMetadata);
  if (finishReason === end.finishReason && isVersion4(end.usage)) return end;
  return { ...end, finishReason, usage: version4Usage(end.usage) };
}

/** Their APIs say how each answer ended, unless it did not: Anthropic's, and Google's under its two names. */
const tellingProviders = ["anthropic", "google", "vertex"];

function endedReason(
  reason: LanguageModelV4FinishReason,
  metadata: LanguageModelV4GenerateResult["providerMetadata"],
): LanguageModelV4FinishReason {
  const isTold = reason.unified !== "other" || reason.raw !== undefined;
  if (isTold || !tellingProviders.some((name) => Object.hasOwn(metadata ?? {}, name))) return reason;
  return { unified: "interrupted", raw: undefined };
}

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
