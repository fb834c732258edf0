import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { applyMiddleware } from "../../src/model/apply-middleware.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import type { AccountOptions } from "../../src/money/account.ts";
import type { Charge } from "../../src/money/charge.ts";
import { createAccount } from "../../src/money/create-account.ts";
import { type MeterOptions, meter } from "../../src/money/meter.ts";

/** Dollars per million tokens. */
export const price = { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 1.25 };
/** A call with one message of the user. */
export const prompt = (text: string): LanguageModelV4CallOptions => ({
  prompt: [{ role: "user", content: [{ type: "text", text }] }],
});
/** So many tokens, as a provider tells them. */
export const usage = (
  input: number | undefined,
  output: number | undefined,
  raw?: object,
): LanguageModelV4Usage => ({
  inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: output, text: undefined, reasoning: undefined },
  ...(raw && { raw: raw as NonNullable<LanguageModelV4Usage["raw"]> }),
});
/** An answer of a thousand tokens in and a hundred out. */
export const answer = (more: Partial<LanguageModelV4GenerateResult> = {}): LanguageModelV4GenerateResult => ({
  content: [{ type: "text", text: "hello" }],
  finishReason: { unified: "stop", raw: "stop" },
  usage: usage(1_000, 100),
  warnings: [],
  ...more,
});

/** A metered model with a price, its books, and what reached it. */
export function metered(
  doGenerate: (options: LanguageModelV4CallOptions) => PromiseLike<LanguageModelV4GenerateResult>,
  options: Partial<MeterOptions> & { limits?: Partial<AccountOptions>; model?: Partial<LanguageModel> } = {},
) {
  const { limits, model: extra = { price }, ...meterOptions } = options;
  const charges: Charge[] = [];
  const ledger = { opened: () => {}, charged: (charge: Charge) => void charges.push(charge) };
  const account = createAccount({ name: "run", ledger, ...limits });
  const inner = Object.assign(new MockLanguageModelV4({ doGenerate }), extra) as MockLanguageModelV4 &
    LanguageModel;
  const model = applyMiddleware(inner, meter({ modelId: "test/model", account, ...meterOptions }));
  return { model, account, charges, sent: inner.doGenerateCalls };
}
