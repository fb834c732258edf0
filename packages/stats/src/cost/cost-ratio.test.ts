import { expect, test } from "vitest";
import { times } from "../../test/simulation.ts";
import { bootstrap } from "../compare/bootstrap.ts";
import { mulberry32 } from "../random/mulberry32.ts";
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

test("with very many tasks the interval is the normal one, as wide as the bootstrap's", () => {
  const random = mulberry32(7);
  const baseline = times(10_000, () => 1 + random());
  const candidate = baseline.map((cost) => cost * (1 + 4 * random()));
  const { value, interval } = costRatio(candidate, baseline)!;
  const drawn = bootstrap(
    candidate.map((cost, task) => [cost, baseline[task]!] as const),
    (sample) =>
      sample.reduce((total, [cost]) => total + cost, 0) / sample.reduce((total, [, cost]) => total + cost, 0),
    { resamples: 400 },
  );
  if (drawn.state !== "estimated") throw new Error(drawn.state);
  const half = (interval![1] - interval![0]) / 2;
  expect(interval![0] + half).toBeCloseTo(value, 12);
  expect(half / (1.96 * drawn.standardError)).toBeGreaterThan(0.88);
  expect(half / (1.96 * drawn.standardError)).toBeLessThan(1.12);
});
