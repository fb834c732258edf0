import { expect, test } from "vitest";
import { estimated } from "../../test/estimated.ts";
import { oracles, six } from "../../test/oracles.ts";
import { normals, share, slack, times } from "../../test/simulation.ts";
import { pairedT } from "../compare/paired-t.ts";
import {
  confidenceSequence,
  confidenceSequenceHalfWidth,
  confidenceSequenceRho2,
} from "./confidence-sequence.ts";

test("oracle: tuned to 40 tasks", () => {
  expect(six(confidenceSequenceRho2())).toBe(oracles["CS rho2 (alpha .05, t*=40)"]);
  expect(six([10, 20, 40, 100].map((tasks) => confidenceSequenceHalfWidth(tasks, 0.2)))).toEqual(
    oracles["CS halfwidth s=.2 t=10,20,40,100"],
  );
});

test("is tightest, against other tunings, near the tasks it was tuned to", () => {
  const width = (tightestAt: number) => confidenceSequenceHalfWidth(40, 1, { tightestAt });
  expect(width(40)).toBeLessThan(width(10));
  expect(width(40)).toBeLessThan(width(160));
});

test("no look before the start, none without variance", () => {
  expect(confidenceSequence([0.1, 0.2])).toEqual({ state: "too-early", tasks: 2, startAt: 8 });
  expect(confidenceSequence(new Array<number>(9).fill(0.5))).toEqual({
    state: "zero-variance",
    tasks: 9,
    mean: 0.5,
  });
  expect(() => confidenceSequence([], { startAt: 1 })).toThrow(
    "startAt must be a whole number of at least 2",
  );
});

test("decides when zero is outside, or when the margin holds all", () => {
  const around = (centre: number) => times(40, (i) => centre + (i % 2 ? 0.02 : -0.02));
  expect(estimated(confidenceSequence(around(0.1))).decision).toBe("different");
  expect(estimated(confidenceSequence(around(0))).decision).toBe("continue");
  expect(estimated(confidenceSequence(around(0), { margin: 0.05 })).decision).toBe("equivalent");
  expect(estimated(confidenceSequence(around(0), { margin: 0.005 })).decision).toBe("continue");
});

test("looking after every task fools it in at most one of twenty sweeps; it fools a t test far more often", () => {
  const normal = normals(3);
  let fooledT = 0;
  const trials = 1000;
  const fooled = share(trials, () => {
    const values = times(100, normal);
    const looks = times(93, (i) => values.slice(0, i + 8));
    if (looks.some((seen) => estimated(pairedT(seen)).p < 0.05)) fooledT++;
    return looks.some((seen) => estimated(confidenceSequence(seen)).decision === "different");
  });
  expect(fooled).toBeLessThan(0.05 + slack(trials, 0.05));
  expect(fooledT / trials).toBeGreaterThan(0.2);
});

test("a margin that is none is refused, also before there is anything to look at", () => {
  for (const margin of [0, -0.05, Number.NaN]) {
    expect(() => confidenceSequence([], { margin })).toThrow("margin");
  }
});
