import { expect, test } from "vitest";
import { completeLimits } from "../limits/limits.ts";
import { Tries } from "./tries.ts";

const limits = { ...completeLimits({}), maxAttempts: 2, maxRetryAfterMs: 1_000, backoffBaseMs: 10 };
const tries = () => new Tries(limits, () => 0.5);
const failed = { retryAfterMs: 0, rateLimited: false };
const turnedAway = { retryAfterMs: 0, rateLimited: true };

test("an attempt that may be tried again is, until there were enough", () => {
  const own = tries();
  expect(own.delayMs(failed)).toBeGreaterThan(0);
  expect(own.delayMs(failed)).toBeUndefined();
});

test("attempts that a provider turned away have a bound of their own, ten times as far", () => {
  const own = tries();
  for (let time = 1; time < 20; time++) expect(own.delayMs(turnedAway)).toBeGreaterThan(0);
  expect(own.delayMs(turnedAway)).toBeUndefined();
});

test.each([
  ["for good", undefined],
  ["for ever", Number.POSITIVE_INFINITY],
  ["for longer than is waited for", 1_001],
])("there is no other when it failed %s", (_, retryAfterMs) => {
  expect(tries().delayMs({ retryAfterMs, rateLimited: true })).toBeUndefined();
});

test("it waits at least as long as the provider asks for", () => {
  expect(tries().delayMs({ retryAfterMs: 1_000, rateLimited: true })).toBeGreaterThanOrEqual(1_000);
});
