import { expect, test } from "vitest";
import { estimated } from "../../test/estimated.ts";
import { oracles, six } from "../../test/oracles.ts";
import { share, times } from "../../test/simulation.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { bradleyTerry } from "./bradley-terry.ts";
import { bradleyTerryDifference } from "./bradley-terry-difference.ts";
import { tallyWins } from "./tally-wins.ts";

const fit = estimated(bradleyTerry(oracles["BT W"]));

test("oracle: first against second", () => {
  const { difference, standardError, interval, probability } = bradleyTerryDifference(fit, 0, 1);
  expect(six([difference, standardError, ...interval])).toEqual(oracles["BT diff 0-1: theta, SE, ci"]);
  expect(six(probability)).toBe(oracles["BT P(0 beats 1)"]);
});

test("the other way round it is turned around; against itself nothing", () => {
  const [one, other] = [bradleyTerryDifference(fit, 0, 2), bradleyTerryDifference(fit, 2, 0)];
  expect(other.difference).toBeCloseTo(-one.difference, 12);
  expect(other.probability).toBeCloseTo(1 - one.probability, 12);
  expect(bradleyTerryDifference(fit, 1, 1)).toMatchObject({
    difference: 0,
    standardError: 0,
    probability: 0.5,
  });
});

test("somebody who is not in the fit is refused", () => {
  expect(() => bradleyTerryDifference(fit, 0, 3)).toThrow(
    "a subject must be a place from 0 to 2, but it is 3",
  );
});

test("holds the true difference about as often as it says", () => {
  const random = mulberry32(10);
  const strengths = [0.5, 0, -0.5];
  const held = share(500, () => {
    const verdicts = times(240, (i) => {
      const [first, second] = (
        [
          [0, 1],
          [1, 2],
          [0, 2],
        ] as const
      )[i % 3]!;
      const wins = random() < 1 / (1 + Math.exp(strengths[second]! - strengths[first]!));
      return { first, second, winner: wins ? first : second };
    });
    const { interval } = bradleyTerryDifference(estimated(bradleyTerry(tallyWins(3, verdicts))), 0, 2);
    return interval[0] <= 1 && 1 <= interval[1];
  });
  expect(held).toBeGreaterThan(0.91);
  expect(held).toBeLessThan(0.985);
});
