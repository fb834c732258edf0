import fc from "fast-check";
import { expect, test } from "vitest";
import { estimated } from "../../test/estimated.ts";
import { oracles, six } from "../../test/oracles.ts";
import { share, times } from "../../test/simulation.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { type JudgedRate, roganGladen } from "./rogan-gladen.ts";

const judged: JudgedRate = {
  rate: 0.7,
  outputs: 200,
  sensitivity: 0.9,
  goodLabels: 60,
  specificity: 0.85,
  badLabels: 40,
};

test("oracle: plain", () => {
  const { estimate, standardError, interval } = estimated(roganGladen(judged, { method: "plain" }));
  expect(six([estimate, standardError, ...interval])).toEqual(
    oracles["roganGladen ph=.70 q1=.90 q0=.85 N=200 m1=60 m0=40 (theta,SE,ci)"],
  );
});

test("oracle: adjusted after Lee et al.", () => {
  const { estimate, standardError, interval } = estimated(roganGladen(judged));
  const shift = (interval[0] + interval[1]) / 2 - estimate;
  expect(six([estimate, shift, standardError, ...interval])).toEqual(
    oracles["lee p=.70 q1=.90 q0=.85 n=200 m1=60 m0=40 (theta,shift,SE,ci)"],
  );
});

test("a judge that guesses, and a judge nobody checked, cannot be corrected", () => {
  expect(roganGladen({ ...judged, sensitivity: 0.4, specificity: 0.5 }, { method: "plain" })).toMatchObject({
    state: "judge-no-better-than-chance",
    informedness: expect.closeTo(-0.1, 9),
  });
  expect(roganGladen({ ...judged, badLabels: 0 })).toEqual({ state: "no-labels" });
  expect(roganGladen({ ...judged, outputs: 0 })).toEqual({ state: "no-labels" });
  expect(() => roganGladen({ ...judged, goodLabels: -3 })).toThrow(
    "outputs and labels must be a finite number above 0",
  );
});

test("a perfect judge needs no correction", () => {
  const { estimate } = estimated(
    roganGladen({ ...judged, sensitivity: 1, specificity: 1 }, { method: "plain" }),
  );
  expect(estimate).toBe(0.7);
});

test("stays in 0 to 1 and inside its interval", () => {
  const part = fc.integer({ min: 0, max: 20 }).map((value) => value / 20);
  const labels = fc.integer({ min: 10, max: 200 });
  const any = fc.record({
    rate: part,
    outputs: labels,
    sensitivity: part,
    goodLabels: labels,
    specificity: part,
    badLabels: labels,
  });
  fc.assert(
    fc.property(any, fc.constantFrom("plain" as const, "adjusted" as const), (some, method) => {
      const result = roganGladen(some, { method });
      fc.pre(result.state === "estimated");
      const { estimate, interval } = result;
      expect(0 <= interval[0] && interval[0] <= estimate && estimate <= interval[1] && interval[1] <= 1).toBe(
        true,
      );
    }),
  );
});

test("the adjusted interval holds the truth as often as it says, or more", () => {
  const random = mulberry32(12);
  const draw = (n: number, chance: number) => times(n, () => random() < chance).filter(Boolean).length / n;
  const held = share(2000, () => {
    const { interval } = estimated(
      roganGladen({
        rate: draw(100, 0.75 * 0.85 + 0.25 * 0.2),
        outputs: 100,
        sensitivity: draw(40, 0.85),
        goodLabels: 40,
        specificity: draw(30, 0.8),
        badLabels: 30,
      }),
    );
    return interval[0] <= 0.75 && 0.75 <= interval[1];
  });
  expect(held).toBeGreaterThan(0.935);
});
