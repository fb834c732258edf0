import { expect, test } from "vitest";
import { facts as spent } from "../../test/support/spending.ts";
import { bookable } from "./bookable.ts";
import { noUsage } from "./usage.ts";

const facts: typeof spent = (costUsd, usage) => ({
  ...spent(costUsd, usage),
  ...(costUsd !== null && { costBasis: "provider" }),
});

test.each([0, 0.25, 9_000_000, null])("a cost of %s is booked as it is", (costUsd) => {
  const given = facts(costUsd, { inputTokens: 7 });
  expect(bookable(given, 1)).toBe(given);
});

test.each([Number.NaN, -1e-12, Number.POSITIVE_INFINITY, 9_007_200, "1" as unknown as number])(
  "a cost of %s is the worst case, else unknown",
  (costUsd) => {
    const given = facts(costUsd);
    expect(bookable(given, 0.5)).toEqual({ ...given, costUsd: 0.5, costBasis: "prices" });
    expect(bookable(given, null)).toEqual({ ...given, costUsd: null, costBasis: "unpriced" });
    expect(bookable(given, 1e12)).toMatchObject({ costUsd: null });
  },
);

test("fractions of tokens are rounded, and stay what was reported", () => {
  const given = facts(0.25, { inputTokens: 100.5, cacheReadTokens: 100.5, outputTokens: 2.2 });
  const usage = { ...noUsage, inputTokens: 101, cacheReadTokens: 101, outputTokens: 2 };
  expect(bookable(given, 1)).toEqual({ ...given, usage });
});

test.each([Number.NaN, -1, 1e16, Number.POSITIVE_INFINITY])(
  "%d tokens are none, with their parts, and make it an estimate",
  (inputTokens) => {
    const given = facts(0.25, { inputTokens, cacheReadTokens: 5, outputTokens: 2 });
    const usage = { ...noUsage, outputTokens: 2 };
    expect(bookable(given, 1)).toEqual({ ...given, usage, usageKnown: "estimated" });
  },
);
