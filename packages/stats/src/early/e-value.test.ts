import fc from "fast-check";
import { expect, test } from "vitest";
import { difference, reordered } from "../../test/arbitraries.ts";
import { oracles, six } from "../../test/oracles.ts";
import { share, slack, times } from "../../test/simulation.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { eValue } from "./e-value.ts";

test("oracle: eight tasks, bets of 0.1 to 0.5", () => {
  const { above, below, twoSided } = eValue(oracles["e-value x"], { bets: [0.1, 0.2, 0.3, 0.4, 0.5] });
  expect(six([above, below, twoSided])).toEqual(oracles["e-value grid mean, + , -, two-sided avg"]);
});

test("without tasks nothing was won or lost; endless wins stay a number", () => {
  expect(eValue([])).toEqual({ above: 1, below: 1, twoSided: 1 });
  const { above, twoSided } = eValue(new Array<number>(5000).fill(1));
  expect(above).toBe(Number.MAX_VALUE);
  expect(Number.isFinite(twoSided)).toBe(true);
});

test("differences beyond 1 and bets of everything are refused", () => {
  expect(() => eValue([1.2])).toThrow("differences must be from −1 to 1");
  expect(() => eValue([0.2], { bets: [1] })).toThrow("bets must be between 0 and 1");
  expect(() => eValue([0.2], { bets: [] })).toThrow("bets must be at least one share");
});

test("changing sides changes the sides, and order does not matter", () => {
  fc.assert(
    fc.property(reordered(fc.array(difference, { maxLength: 30 })), ([values, other]) => {
      const one = eValue(values);
      expect(eValue(values.map((value) => -value)).above).toBeCloseTo(one.below, 9);
      expect(eValue(other).twoSided / one.twoSided).toBeCloseTo(1, 9);
      expect(one.twoSided).toBeGreaterThan(0);
    }),
  );
});

test("without a difference it ever reaches 20 in fewer than one of twenty sweeps", () => {
  const random = mulberry32(6);
  const fooled = share(500, () => {
    const values = times(60, () => (random() < 0.5 ? 1 : -1) * random());
    return times(60, (i) => eValue(values.slice(0, i + 1)).twoSided).some((evidence) => evidence >= 20);
  });
  expect(fooled).toBeLessThan(0.05 + slack(500, 0.05));
});
