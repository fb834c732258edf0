import { expect, test } from "vitest";
import { estimated } from "../../test/estimated.ts";
import { oracles, six } from "../../test/oracles.ts";
import { normals, share, slack, times } from "../../test/simulation.ts";
import { welch } from "./welch.ts";

test("oracle: three against three", () => {
  const { t, degreesOfFreedom, p } = estimated(welch([0.8, 0.7, 0.9], [0.6, 0.65, 0.5]));
  expect(six([t, degreesOfFreedom, p])).toEqual(oracles["welch x=[.8,.7,.9] y=[.6,.65,.5] (t,df,p)"]);
});

test("too few values and no variance", () => {
  expect(welch([1], [0, 1])).toEqual({ state: "too-few-values" });
  expect(welch([1, 1], [0, 0, 0])).toEqual({ state: "zero-variance", difference: 1 });
  expect(welch([1, 1], [0, 1])).toMatchObject({ state: "estimated", degreesOfFreedom: 1 });
});

test("holds the truth as often as it says when variances differ", () => {
  const normal = normals(13);
  const held = share(2000, () => {
    const { interval } = estimated(
      welch(
        times(12, () => 1 + normal()),
        times(15, () => 3 * normal()),
      ),
    );
    return interval[0] <= 1 && 1 <= interval[1];
  });
  expect(Math.abs(held - 0.95)).toBeLessThan(slack(2000, 0.95));
});
