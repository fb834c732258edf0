import { expect, test, vi } from "vitest";
import { estimateCostUsd, isModelPriced } from "./estimate-cost.ts";
import { createPriceTable } from "./price-table.ts";
import { noUsage } from "./usage.ts";

test("all forms of usage cost the same", () => {
  const plain = {
    promptTokens: 3_000,
    completionTokens: 100,
    cacheReadInputTokens: 1_000,
    cacheCreationInputTokens: 1_000,
  };
  const ours = {
    ...noUsage,
    inputTokens: 3_000,
    outputTokens: 100,
    cacheReadTokens: 1_000,
    cacheWriteTokens: 1_000,
  };
  const sdk = {
    inputTokens: { total: 3_000, noCache: 1_000, cacheRead: 1_000, cacheWrite: 1_000 },
    outputTokens: { total: 100, text: 100, reasoning: undefined },
  };
  const text = {
    inputTokens: 3_000,
    inputTokenDetails: { noCacheTokens: 1_000, cacheReadTokens: 1_000, cacheWriteTokens: 1_000 },
    ...{ outputTokens: 100, outputTokenDetails: { textTokens: 100, reasoningTokens: 0 }, totalTokens: 3_100 },
  };
  for (const usage of [plain, ours, sdk, text])
    expect(estimateCostUsd("claude-haiku-4-5", usage)).toBe(0.00285);
});

test("an unknown model costs null, never 0, and is warned of once", () => {
  const onWarning = vi.fn();
  for (let i = 0; i < 3; i += 1) {
    expect(estimateCostUsd("gpt-99", { promptTokens: 1, completionTokens: 1 }, { onWarning })).toBeNull();
  }
  estimateCostUsd("gpt-98", { promptTokens: 1, completionTokens: 1 }, { onWarning });
  expect(onWarning.mock.calls).toEqual([
    ["gpt-99 has no price, so what it costs is unknown. Add it to a prices file to have it counted."],
    [expect.stringContaining("gpt-98")],
  ]);
});

test("the warning goes to the process when nobody else takes it", () => {
  const emitWarning = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  estimateCostUsd("gpt-97", { promptTokens: 1, completionTokens: 1 });
  estimateCostUsd("gpt-97", { promptTokens: 1, completionTokens: 1 });
  expect(emitWarning).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining("gpt-97"),
    "UnpricedModelWarning",
  );
  emitWarning.mockRestore();
});

test("usage that is not known costs null, without a warning", () => {
  const onWarning = vi.fn();
  expect(estimateCostUsd("claude-haiku-4-5", undefined, { onWarning })).toBeNull();
  expect(onWarning).not.toHaveBeenCalled();
});

const negative = { promptTokens: -5, completionTokens: 1 };
const sdkSide = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
const sdkOutput = { total: undefined, text: undefined, reasoning: undefined };

test.each([
  ["a negative count", negative],
  ["a count that is no number", { promptTokens: Number.NaN, completionTokens: Number.NaN }],
  ["an endless count", { promptTokens: 1, completionTokens: Number.POSITIVE_INFINITY }],
  ["a negative part", { promptTokens: 5, completionTokens: 1, cacheReadInputTokens: -1 }],
  ["a negative count of our own form", { ...noUsage, inputTokens: -1 }],
  ["no number in our own form", { ...noUsage, outputTokens: Number.NaN }],
  ["our own form without its totals", { cacheReadTokens: 0 } as typeof noUsage],
  ["a negative count of the AI SDK", { inputTokens: { ...sdkSide, total: -1 }, outputTokens: sdkOutput }],
  ["no number of the AI SDK", { inputTokens: sdkSide, outputTokens: { ...sdkOutput, text: Number.NaN } }],
  ["nothing counted by the AI SDK", { inputTokens: sdkSide, outputTokens: sdkOutput }],
  ["nothing at all", {} as typeof noUsage],
  ["null for both sides", { promptTokens: null, completionTokens: null } as never],
  ["more than any call has", { promptTokens: 1e9 + 1, completionTokens: 200 }],
  ["more than any call has in our own form", { ...noUsage, outputTokens: 2e9 }],
])("usage with %s is not known: it costs null, never 0, without a warning", (_, usage) => {
  const onWarning = vi.fn();
  expect(estimateCostUsd("claude-haiku-4-5", usage, { onWarning })).toBeNull();
  expect(onWarning).not.toHaveBeenCalled();
});

test("what is counted may be 0, and a side of the AI SDK may be missing", () => {
  expect(estimateCostUsd("claude-haiku-4-5", noUsage)).toBe(0);
  expect(estimateCostUsd("claude-haiku-4-5", { promptTokens: 0, completionTokens: 0 })).toBe(0);
  const read = { inputTokens: { ...sdkSide, total: 1000 }, outputTokens: sdkOutput };
  expect(estimateCostUsd("claude-haiku-4-5", read)).toBe(0.001);
  // So may be one of the plain form.
  expect(estimateCostUsd("claude-haiku-4-5", { promptTokens: 1000 } as never)).toBe(0.001);
  expect(estimateCostUsd("claude-haiku-4-5", { completionTokens: 1000 } as never)).toBe(0.005);
});

test("without a model the cost is not known, and there is none to warn of", () => {
  const onWarning = vi.fn();
  const usage = { promptTokens: 1, completionTokens: 1 };
  expect(estimateCostUsd(undefined, usage, { onWarning })).toBeNull();
  expect(estimateCostUsd("", usage, { onWarning })).toBeNull();
  expect(onWarning).not.toHaveBeenCalled();
});

test("costs are rounded to the billionth of a dollar", () => {
  const prices = createPriceTable({ overrides: { mock: { input: 0.0004, output: 0.1 } } });
  expect(estimateCostUsd("mock", { promptTokens: 1, completionTokens: 3 }, { prices })).toBe(0.0000003);
});

test("a model is priced when the list or the user names it", () => {
  expect([isModelPriced("claude-haiku-4-5"), isModelPriced("gpt-99"), isModelPriced("ollama/x")]).toEqual([
    true,
    false,
    true,
  ]);
  expect(
    isModelPriced("gpt-99", createPriceTable({ overrides: { "gpt-99": { input: 0, output: 0 } } })),
  ).toBe(true);
});
