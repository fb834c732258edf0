import { expect, test } from "vitest";
import type { CriterionVerdict, Finding, Vote } from "./judgement.ts";
import { createVoteTally, judgeAgreement } from "./vote-tally.ts";

const scores: Record<CriterionVerdict, number | null> = { met: 1, unmet: 0, "cannot-judge": null };

function finding(votes: [judge: string, verdict: CriterionVerdict, repeat?: number][], weight = 1): Finding {
  const all = votes.map(
    ([judge, verdict, repeat = 0]): Vote => ({
      judge,
      repeat,
      evidence: "e",
      verdict,
      score: scores[verdict],
    }),
  );
  const { verdict, score } = all[0]!;
  return { criterion: "c", weight, verdict, score, evidence: "e", votes: all };
}

const word = (bit: number): CriterionVerdict => (bit === 1 ? "met" : "unmet");

// The worked example of ten labels: kappa 0.583333, nominal alpha 0.604167.
const first = [1, 1, 1, 0, 0, 1, 0, 1, 1, 0];
const second = [1, 1, 0, 0, 0, 1, 1, 1, 1, 0];

test("two judges: the kappa and alpha of the worked example", () => {
  const findings = first.map((bit, at) => [
    finding([
      ["a", word(bit)],
      ["b", word(second[at]!)],
    ]),
  ]);
  const agreement = judgeAgreement(findings)!;
  expect(agreement.krippendorffAlpha).toBeCloseTo(0.604167, 6);
  expect(agreement.kappas).toEqual([{ judges: ["a", "b"], kappa: expect.closeTo(0.583333, 6) }]);
});

test("three judges: the alpha of Inspect's own case", () => {
  const rows = [
    [1, 1, 1],
    [0, 0, 0],
    [1, 1, 1],
    [0, 0, 1],
  ];
  const all = rows.map((row) => finding(row.map((bit, at) => [`judge ${at}`, word(bit)])));
  const agreement = judgeAgreement([all])!;
  expect(agreement.krippendorffAlpha).toBeCloseTo(0.685714, 6);
  expect(agreement.kappas.map(({ judges }) => judges.join())).toEqual([
    ...["judge 0,judge 1", "judge 0,judge 2", "judge 1,judge 2"],
  ]);
});

test("one judge has nobody to agree with, whatever its repeats", () => {
  expect(
    judgeAgreement([
      [finding([["a", "met"]])],
      [
        finding([
          ["a", "met", 0],
          ["a", "unmet", 1],
        ]),
      ],
    ]),
  ).toBeNull();
});

test("what one of two could not judge is compared with nothing", () => {
  const agreement = judgeAgreement([
    [
      finding([
        ["a", "met"],
        ["b", "cannot-judge"],
      ]),
    ],
  ])!;
  expect(agreement).toEqual({ krippendorffAlpha: null, kappas: [{ judges: ["a", "b"], kappa: null }] });
});

test("repeats are rows of their own", () => {
  const split = finding([
    ["a", "met", 0],
    ["b", "met", 0],
    ["a", "unmet", 1],
    ["b", "unmet", 1],
  ]);
  expect(judgeAgreement([[split]])!.krippendorffAlpha).toBe(1);
});

test("the variance between repeats is that of a judge's own weighted score, averaged", () => {
  const tally = createVoteTally();
  expect(tally.repeatVariance()).toBeNull();
  // Scores of the two repeats: 1 and 0.25, variance 0.28125.
  tally.add([
    finding([
      ["a", "met", 0],
      ["a", "met", 1],
    ]),
    finding(
      [
        ["a", "met", 0],
        ["a", "unmet", 1],
      ],
      3,
    ),
  ]);
  tally.add([
    finding([
      ["a", "met", 0],
      ["a", "met", 1],
    ]),
  ]);
  expect(tally.repeatVariance()).toBeCloseTo(0.28125 / 2, 12);
  // One repeat that could not judge leaves nothing to compare.
  tally.add([
    finding([
      ["a", "met", 0],
      ["a", "cannot-judge", 1],
    ]),
  ]);
  expect(tally.repeatVariance()).toBeCloseTo(0.28125 / 2, 12);
});

test("counts what could not be judged", () => {
  const tally = createVoteTally();
  tally.add([finding([["a", "cannot-judge"]]), finding([["a", "met"]])]);
  tally.add([finding([["a", "cannot-judge"]])]);
  expect(tally.cannotJudge).toBe(2);
  const unheard: Finding = { ...finding([["a", "met"]]), verdict: "cannot-judge", score: null };
  tally.add([unheard]);
  expect(tally.cannotJudge).toBe(2);
});

test("says who failed, on how many outputs and why the first time", () => {
  const tally = createVoteTally();
  expect(tally.failures()).toEqual([]);
  const failing = (judge: string, message: string) => ({ judge, error: new Error(message) });
  tally.add([finding([["a", "met"]])], [failing("c", "no key to be had")]);
  tally.add([finding([["a", "met"]])], [failing("c", "later"), failing("b", "busy"), failing("b", "no")]);
  tally.add([], [failing("c", "later")]);
  expect(tally.failures()).toEqual([
    { judge: "c", cells: 3, message: "no key to be had" },
    { judge: "b", cells: 1, message: "busy" },
  ]);
});
