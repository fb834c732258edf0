import { expect, test } from "vitest";
import { createAdaptiveLimit, createFixedLimit } from "./adaptive-limit.ts";

test("grows with every call until it is turned away for the first time, then by one a round", () => {
  const limit = createAdaptiveLimit({ start: 4, max: 100 });
  for (let i = 0; i < 6; i += 1) limit.succeeded(limit.value);
  expect(limit.value).toBe(10);
  expect(limit.throttled(limit.cuts)).toBe(true);
  expect(limit.value).toBe(7);
  for (let i = 0; i < 7; i += 1) limit.succeeded(limit.value);
  expect(limit.value).toBe(7);
  limit.succeeded(limit.value);
  expect(limit.value).toBe(8);
});

test("does not grow while it is not in use, and never beyond its bounds", () => {
  const limit = createAdaptiveLimit({ start: 4, max: 5 });
  limit.succeeded(3);
  expect(limit.value).toBe(4);
  for (let i = 0; i < 9; i += 1) limit.succeeded(limit.value);
  expect(limit.value).toBe(5);
  for (let i = 0; i < 20; i += 1) limit.throttled(limit.cuts);
  expect(limit.value).toBe(1);
  expect(limit.throttled(limit.cuts)).toBe(false);
});

test("a burst of calls that went out under one limit cuts once", () => {
  const limit = createAdaptiveLimit({ start: 10, max: 10 });
  const under = limit.cuts;
  expect([limit.throttled(under), limit.throttled(under), limit.throttled(under)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(limit.value).toBe(7);
});

test("a fixed limit stays", () => {
  const limit = createFixedLimit(3);
  limit.succeeded(3);
  expect([limit.throttled(0), limit.value]).toEqual([false, 3]);
});
