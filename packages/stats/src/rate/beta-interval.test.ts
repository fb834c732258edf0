import fc from "fast-check";
import { expect, test } from "vitest";
import { passes } from "../../test/arbitraries.ts";
import { oracles, six } from "../../test/oracles.ts";
import { betaInterval } from "./beta-interval.ts";

test.each([
  [17, 20, oracles["binom 17/20 beta(1,1) credible"], oracles["binom 17/20 jeffreys"]],
  [20, 20, oracles["binom 20/20 beta(1,1) credible"], oracles["binom 20/20 jeffreys"]],
  [0, 5, oracles["binom 0/5 beta(1,1) credible"], oracles["binom 0/5 jeffreys"]],
  [3, 5, oracles["binom 3/5 beta(1,1) credible"], oracles["binom 3/5 jeffreys"]],
])("oracle: %d of %d, uniform and Jeffreys", (passed, runs, uniform, jeffreys) => {
  expect(six(betaInterval({ passed, runs }))).toEqual(uniform);
  expect(six(betaInterval({ passed, runs }, { prior: 0.5 }))).toEqual(jeffreys);
});

test("without runs it is the prior's", () => {
  expect(six(betaInterval({ passed: 0, runs: 0 }))).toEqual([0.025, 0.975]);
});

test("holds the posterior mean and stays inside 0 to 1", () => {
  fc.assert(
    fc.property(passes, (some) => {
      const [low, high] = betaInterval(some);
      const mean = (some.passed + 1) / (some.runs + 2);
      expect(0 < low && low < mean && mean < high && high < 1).toBe(true);
    }),
  );
});
