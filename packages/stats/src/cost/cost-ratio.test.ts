import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../test/simulation.ts";
import { bootstrap } from "../compare/bootstrap.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { costRatio, costRatios } from "./cost-ratio.ts";

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

test("many pairs together have the results that each has alone, whatever their lengths", () => {
  const cost = fc.integer({ min: 0, max: 20 }).map((value) => Math.max(0, value - 5) / 7);
  const pair = fc
    .array(fc.tuple(cost, cost), { minLength: 18, maxLength: 24 })
    .map((costs) => ({ candidate: costs.map(([a]) => a), baseline: costs.map(([, b]) => b) }));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), fc.integer(), (pairs, seed) => {
      const options = { seed, resamples: 200 };
      const alone = pairs.map(({ candidate, baseline }) => costRatio(candidate, baseline, options));
      expect(costRatios(pairs, options)).toEqual(alone);
    }),
    { numRuns: 50 },
  );
  const free = { candidate: times(30, () => 1), baseline: times(30, () => 0) };
  const large = { candidate: times(10_000, () => 2), baseline: times(10_000, () => 1) };
  expect(costRatios([free, large])).toEqual([null, { value: 2, interval: [2, 2] }]);
});

test("its interval is the bootstrap's of total over total", () => {
  const random = mulberry32(5);
  const baseline = times(60, () => 1 + random());
  const candidate = baseline.map((cost) => cost * 3 * random());
  const total = (costs: readonly number[]) => costs.reduce((sum, each) => sum + each, 0);
  const drawn = bootstrap(
    candidate.map((cost, task) => [cost, baseline[task]!] as const),
    (sample) => total(sample.map(([cost]) => cost)) / total(sample.map(([, cost]) => cost)),
    { seed: 9, resamples: 300 },
  );
  const { value, interval } = costRatio(candidate, baseline, { seed: 9, resamples: 300 })!;
  expect(drawn).toMatchObject({ state: "estimated", estimate: value, interval });
});
