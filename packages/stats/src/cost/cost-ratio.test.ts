import { expect, test } from "vitest";
import { times } from "../../test/simulation.ts";
import { costRatio } from "./cost-ratio.ts";

test("total over total, inside its interval", () => {
  const baseline = times(30, (i) => 1 + (i % 5));
  const candidate = times(30, (i) => 3 + (i % 7));
  const { value, interval } = costRatio(candidate, baseline)!;
  expect(value).toBeCloseTo(candidate.reduce((a, b) => a + b) / 90, 12);
  expect(interval![0] < value && value < interval![1]).toBe(true);
});

test("a fixed factor is known exactly", () => {
  const baseline = times(20, (i) => i);
  const { value, interval } = costRatio(
    baseline.map((cost) => 4 * cost),
    baseline,
  )!;
  expect([value, interval]).toEqual([4, [4, 4]]);
});

test("few tasks give a value without an interval, a free baseline not even that", () => {
  expect(costRatio([2, 4], [1, 2])).toEqual({ value: 2, interval: null });
  expect(costRatio([2], [0])).toBeNull();
  expect(costRatio([], [])).toBeNull();
  expect(() => costRatio([-1], [1])).toThrow("candidate[0] must be a finite number of at least 0");
});
