import { expect, test } from "vitest";
import { times } from "../../test/simulation.ts";
import { paretoShare } from "./pareto-share.ts";

const flat = (cost: number, score: number) => ({
  costs: times(10, () => cost),
  scores: times(10, () => score),
});

test("what is better on every task is on the front in every sample", () => {
  expect(paretoShare([flat(1, 0.5), flat(2, 0.9), flat(3, 0.8)])).toEqual([1, 1, 0]);
});

test("a lead that hangs on one task is not sure", () => {
  // Better on one of ten tasks only: 1 − 0.9¹⁰ = 0.65 of the samples hold that task.
  const lucky = { costs: times(10, () => 2), scores: times(10, (i) => (i === 0 ? 1 : 0.5)) };
  const [cheap, share] = paretoShare([flat(1, 0.5), lucky])!;
  expect(cheap).toBe(1);
  expect(Math.abs(share! - 0.6513)).toBeLessThan(0.05);
  expect(paretoShare([flat(1, 0.5), lucky])).toEqual([cheap, share]);
});

test("without tasks nothing is known; subjects on different tasks cannot be compared", () => {
  expect(paretoShare([{ costs: [], scores: [] }])).toBeNull();
  expect(paretoShare([])).toBeNull();
  expect(() => paretoShare([flat(1, 1), { costs: [1], scores: [1] }])).toThrow(
    "costs must be one for each of the 10 tasks",
  );
});
