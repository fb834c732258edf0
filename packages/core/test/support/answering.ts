import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
} from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";

/** Ten tokens in, five out. */
const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** What a model answers, from its text or its content. */
export function answer(
  content: LanguageModelV4Content[] | string,
  unified = "stop",
): LanguageModelV4GenerateResult {
  return {
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    finishReason: { unified: unified as "stop", raw: unified },
    usage,
    warnings: [],
  };
}

/** A model that gives these answers in turn, the last one for ever, at a dollar per million tokens. */
export function model(...answers: (LanguageModelV4Content[] | string | LanguageModelV4GenerateResult)[]) {
  const results = answers.map((each) =>
    typeof each === "string" || Array.isArray(each) ? answer(each) : each,
  );
  let next = 0;
  const mock = new MockLanguageModelV4({
    modelId: "mock",
    doGenerate: async () => results[Math.min(next++, results.length - 1)]!,
  });
  return Object.assign(mock, { price: { input: 1, output: 1 } });
}

/** What a model was asked at its first call, or at a later one. */
export const callOf = (mock: MockLanguageModelV4, index = 0): LanguageModelV4CallOptions =>
  mock.doGenerateCalls[index]!;
