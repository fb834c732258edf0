import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { countedSides, usageOf } from "./usage-of.ts";

const sdk = (
  input: Partial<LanguageModelV4Usage["inputTokens"]>,
  output: Partial<LanguageModelV4Usage["outputTokens"]> = {},
) => ({ inputTokens: input, outputTokens: output }) as LanguageModelV4Usage;

test("the AI SDK's usage is taken over", () => {
  const usage = sdk(
    { total: 100, noCache: 50, cacheRead: 30, cacheWrite: 20 },
    { total: 9, text: 4, reasoning: 5 },
  );
  expect(usageOf(usage)).toEqual({
    inputTokens: 100,
    outputTokens: 9,
    cacheReadTokens: 30,
    cacheWriteTokens: 20,
    reasoningTokens: 5,
  });
});

test("the plain form's usage is taken over, with or without the cache", () => {
  const plain = { promptTokens: 100, completionTokens: 9 };
  expect(usageOf({ ...plain, cacheReadInputTokens: 30, cacheCreationInputTokens: 20 })).toEqual({
    inputTokens: 100,
    outputTokens: 9,
    cacheReadTokens: 30,
    cacheWriteTokens: 20,
    reasoningTokens: 0,
  });
  expect(usageOf(plain)).toMatchObject({ inputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 });
});

test("a missing total is the sum of the parts", () => {
  expect(usageOf(sdk({ noCache: 5, cacheRead: 3, cacheWrite: 2 }, { text: 4, reasoning: 5 }))).toMatchObject({
    inputTokens: 10,
    outputTokens: 9,
  });
});

test("parts are never more than the whole", () => {
  expect(usageOf(sdk({ total: 10, cacheRead: 8, cacheWrite: 8 }, { total: 2, reasoning: 5 }))).toEqual({
    inputTokens: 10,
    outputTokens: 2,
    cacheReadTokens: 8,
    cacheWriteTokens: 2,
    reasoningTokens: 2,
  });
});

test.each<[total: unknown, output: number, reasoning: number]>([
  [14_428, 4_308, 2_809],
  [11_619, 1_499, 900],
  [5, 1_499, 900],
  [1e15, 1_499, 900],
  ["14428", 1_499, 900],
  [undefined, 1_499, 900],
])("of a total of %j what is neither read nor written was thought", (total, output, reasoning) => {
  const counted = sdk({ total: 10_120, cacheRead: 128 }, { total: 1_499, reasoning: 900 });
  const raw = total === undefined ? undefined : { total_tokens: total as number };
  expect(usageOf({ ...counted, ...(raw && { raw }) })).toMatchObject({
    ...{ inputTokens: 10_120, outputTokens: output, reasoningTokens: reasoning },
  });
  expect(usageOf({ ...sdk({}, { total: 5 }), raw: { total_tokens: 9 } })).toMatchObject({ outputTokens: 5 });
});

test.each<[rest: number, cacheRead: number, reasoning: number, read: number, output: number]>([
  [128, 128, 0, 1_000 + 128, 50],
  [128, 128, 128, 1_000, 50 + 128],
  [5_000, 5_000, 0, 1_000 + 5_000, 50],
  [5_400, 5_000, 0, 1_000 + 5_400, 50],
  [300, 5_000, 0, 1_000, 50 + 300],
])(
  "a rest of %i in the total, beside %i from the cache and %i thoughts, is read or written",
  (rest, ...facts) => {
    const [cacheRead, reasoning, read, output] = facts;
    const counted = sdk({ total: 1_000, cacheRead }, { total: 50, reasoning });
    expect(usageOf({ ...counted, raw: { total_tokens: 1_050 + rest } })).toMatchObject({
      ...{ inputTokens: read, outputTokens: output, cacheReadTokens: Math.min(cacheRead, read) },
    });
  },
);

test("what is no count counts as nothing", () => {
  const nothing = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  expect(usageOf(sdk({ total: Number.NaN, cacheRead: -5 }, { total: -1, reasoning: Number.NaN }))).toEqual(
    nothing,
  );
  expect(usageOf({ promptTokens: Number.NaN, completionTokens: -1 })).toEqual(nothing);
  expect(usageOf({} as LanguageModelV4Usage)).toEqual(nothing);
});

test("fractions are rounded", () => {
  const usage = sdk({ total: 100.5, noCache: 60.25, cacheRead: 40.25 }, { total: 8.4, reasoning: 2.5 });
  expect(usageOf(usage)).toEqual({
    inputTokens: 101,
    outputTokens: 8,
    cacheReadTokens: 40,
    cacheWriteTokens: 0,
    reasoningTokens: 3,
  });
  expect(usageOf({ promptTokens: 0.5, completionTokens: 1.4 })).toMatchObject({
    inputTokens: 1,
    outputTokens: 1,
  });
});

test.each([-5, 1e15, Number.POSITIVE_INFINITY, "100" as unknown as number])(
  "a total of %j takes its parts with it",
  (total) => {
    expect(usageOf(sdk({ total, noCache: 60, cacheRead: 40 }, { total, text: 3, reasoning: 2 }))).toEqual({
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    });
  },
);

describe("which sides were counted", () => {
  test.each([
    [undefined, false, false],
    [sdk({}), false, false],
    [sdk({ total: 0 }, { total: 0 }), false, false],
    [sdk({ total: 5 }), true, false],
    [sdk({}, { total: 5 }), false, true],
    [sdk({ noCache: 5 }, { text: 0 }), true, true],
    [sdk({ total: 5 }, { total: 0 }), true, true],
    [sdk({ total: 5.5 }, { total: 0.5 }), true, true],
    [sdk({ total: 1e15, noCache: 5 }, { total: 5 }), false, true],
    [sdk({ total: 5 }, { total: -1, text: 5 }), true, false],
    [sdk({ total: Number.NaN, noCache: 5 }, { total: 5 }), true, true],
  ])("%j", (usage, input, output) => {
    expect(countedSides(usage)).toEqual({ input, output });
  });
});
