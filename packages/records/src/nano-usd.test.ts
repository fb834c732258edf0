import fc from "fast-check";
import { expect, test } from "vitest";
import { fromNanoUsd, toNanoUsd } from "./nano-usd.ts";

test("dollars become whole billionths; unknown stays unknown", () => {
  expect(toNanoUsd(0.1, "x")).toBe(100_000_000);
  expect(toNanoUsd(1e-10, "x")).toBe(0);
  expect(toNanoUsd(null, "x")).toBeNull();
});

test("going there and back loses nothing up to two million dollars", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2e15 }), (nano) => {
      expect(toNanoUsd(fromNanoUsd(nano), "x")).toBe(nano);
    }),
  );
});

test.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e8])("%d is refused by name", (usd) => {
  expect(() => toNanoUsd(usd, "The cost")).toThrow(/^The cost is /);
});
