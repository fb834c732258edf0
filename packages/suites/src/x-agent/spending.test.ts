import { createAccount, type LanguageModel, noUsage } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { costsOf, fittingOutput, nextCall } from "./spending.ts";

const model = (facts: Partial<LanguageModel>) => facts as LanguageModel;

test("a price of its own counts first, then the list; unknown is null", () => {
  const usage = {
    ...noUsage,
    inputTokens: 1_000_000,
    outputTokens: 1_000,
    cacheReadTokens: 400_000,
    cacheWriteTokens: 100_000,
  };
  const own = costsOf(model({ price: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 } }), "a/b");
  expect(own(usage)).toBeCloseTo(0.5 * 2 + 0.4 * 0.2 + 0.1 * 2.5 + 0.01, 9);
  expect(costsOf(model({}), "anthropic/claude-opus-4-6")({ ...noUsage, inputTokens: 1000 })).toBeGreaterThan(
    0,
  );
  expect(costsOf(model({}), "nobody/knows-this-one")(usage)).toBeNull();
});

test("the worst case has to fit, and the answer is capped by what is left", () => {
  const costOf = costsOf(model({ price: { input: 1, output: 10, cacheWrite: 2 } }), "a/b");
  const account = (limitUsd?: number) =>
    createAccount({ name: "x", ...(limitUsd !== undefined && { limitUsd }) });
  expect(nextCall(account(), costOf, 1e9)).toEqual({ kind: "go", maxOutputTokens: null });
  expect(nextCall(account(100), costOf, 1_000)).toEqual({ kind: "go", maxOutputTokens: null });
  // 10,000 tokens written to the cache are $0.02; of $0.07 there is $0.05 left for 5,000 tokens.
  expect(nextCall(account(0.07), costOf, 10_000)).toEqual({ kind: "go", maxOutputTokens: 5_000 });
  expect(nextCall(account(1), costOf, 10_000)).toEqual({ kind: "go", maxOutputTokens: 16_384 });
  expect(nextCall(account(0.03), costOf, 10_000)).toEqual({
    ...{ kind: "over-budget", leftUsd: 0.03 },
    wantedUsd: expect.closeTo(0.02 + 1_024 * 0.00001, 9),
  });
  expect(nextCall(account(0.01), costOf, 10_000)).toMatchObject({ kind: "over-budget" });
  expect(nextCall(account(0.000001), () => null, 10_000)).toEqual({ kind: "go", maxOutputTokens: null });
  expect(nextCall(account(0.000001), () => 0, 10_000)).toEqual({ kind: "go", maxOutputTokens: null });
});

test("an answer is shortened by what a refused call would cost too much, as long as it is of use", () => {
  const costOf = costsOf(model({ price: { input: 1, output: 1_000 } }), "a/b");
  const refused = (worstCaseUsd?: number) => ({ worstCaseUsd, limitUsd: 8, spentUsd: 4 });
  // $2 too much, at $0.001 a token.
  expect(fittingOutput(refused(6), costOf, 6_000)).toBe(4_000);
  expect(fittingOutput(refused(6), costOf, null)).toBe(8_192 - 2_000);
  expect(fittingOutput(refused(4), costOf, 6_000)).toBe(5_999);
  expect(fittingOutput(refused(6), costOf, 3_000)).toBeNull();
  expect(fittingOutput(refused(), costOf, 6_000)).toBeNull();
  expect(fittingOutput(refused(6), () => null, 6_000)).toBeNull();
  expect(fittingOutput(refused(6), () => 0, 6_000)).toBeNull();
});
