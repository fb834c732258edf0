import { roganGladen } from "@flow-state-dev/stats";
import type { CorrectedFigure, CorrectedView } from "@flow-state-dev/viewer";
import { expect, test } from "vitest";
import { correctedScores, type JudgedOutput } from "./corrected-scores.ts";

/** Outputs of one subject: those that the judge finds without a fault first. */
function outputs(good: number, bad: number): JudgedOutput[] {
  return Array.from({ length: good + bad }, (_, at) => ({
    ...{
      subject: "s",
      task: `t${at}`,
      run: 0,
      score: at < good ? 1 : 0.5,
      allMet: at < good,
      weights: [1, 1],
    },
  }));
}

const label = (at: number, labels: (boolean | null)[]) => ({
  ...{ run: "r", subject: "s", task: `t${at}`, repetition: 0, at: "", criteria: ["a", "b"], labels },
});

test("the share without a fault is corrected by how often the judge is right on good and on bad ones", () => {
  // The judge passes 6 of 10. People labelled four of those, of which one is bad, and two of the others, one good.
  const labels = [
    ...[label(0, [true, true]), label(1, [true, true]), label(2, [true, true]), label(3, [false, true])],
    ...[label(8, [true, false]), label(9, [true, true])],
  ];
  const [found] = correctedScores(outputs(6, 4), labels, ["s"]);
  // Of the four without a label it passes two; four of the others are known to be good.
  const rest = roganGladen({
    ...{ rate: 0.5, outputs: 4 },
    ...{ sensitivity: 3 / 4, goodLabels: 4, specificity: 1 / 2, badLabels: 2 },
  });
  if (rest.state !== "estimated") throw new Error(rest.state);
  expect(found).toMatchObject({ labelled: 6, outputs: 10, raw: 0.8 });
  expect(found!.allMet).toMatchObject({ raw: 0.6, why: null });
  expect(found!.allMet.corrected).toBeCloseTo((4 + 4 * rest.estimate) / 10, 12);
  expect(found!.allMet.interval).toEqual([0.4, 0.8]);
});

test("an output that people could not tell of counts as unlabelled, one with a fault is bad whatever the rest", () => {
  const labels = [label(0, [null, true]), label(1, [true, true]), label(2, [null, false])];
  const [found] = correctedScores(outputs(2, 2), labels, ["s"]);
  // One good label and one bad: enough to say something.
  expect(found!.allMet.corrected).not.toBeNull();
  const [without] = correctedScores(outputs(2, 2), labels.slice(0, 2), ["s"]);
  expect(without!.allMet).toMatchObject({ raw: 0.5, corrected: null, why: "needs good and bad ones" });
});

test("a subject without outputs has no figures", () => {
  const [found] = correctedScores([], [], ["s"]);
  expect(found).toMatchObject({ raw: null, corrected: null, allMet: { raw: null, corrected: null } });
});

test("no figure lies beyond what the labels leave possible", () => {
  // People like all but one of four labelled outputs of which the judge thinks little: 3.5 of 4, and six are open.
  const labels = [0, 1, 2, 3].map((at) => label(at, [true, at > 0]));
  const [found] = correctedScores(outputs(1, 9), labels, ["s"]);
  expect(found!.corrected).toBeGreaterThan(0.8);
  expect(found!.interval![1]).toBeCloseTo(0.95, 12);
});

test("cells that broke count 0, as in the score, and their number is told", () => {
  const labels = [label(0, [true, true]), label(1, [true, false]), label(8, [true, false])];
  const [alone] = correctedScores(outputs(6, 4), labels, ["s"]);
  const [half] = correctedScores(outputs(6, 4), labels, ["s"], new Map([["s", 10]]));
  expect(alone).toMatchObject({ raw: 0.8, broken: 0 });
  expect(half).toMatchObject({ raw: 0.4, broken: 10, labelled: 3, outputs: 10 });
  for (const which of [
    (view: CorrectedView): CorrectedFigure => view,
    (view: CorrectedView) => view.allMet,
  ]) {
    const [one, other] = [which(alone!), which(half!)];
    expect(other.corrected).toBeCloseTo(one.corrected! / 2, 12);
    expect(other.interval![0]).toBeCloseTo(one.interval![0] / 2, 12);
    expect(other.interval![1]).toBeCloseTo(one.interval![1] / 2, 12);
  }
  const [nothing] = correctedScores([], [], ["s"], new Map([["s", 4]]));
  expect(nothing).toMatchObject({ raw: 0, corrected: 0, why: null, allMet: { raw: 0, corrected: 0 } });
});

test("with a label on every output people's own figures are told, and nothing is unsure of them", () => {
  // The judge finds four of six without a fault; people find five, of which one is not among those four.
  const labels = Array.from({ length: 6 }, (_, at) => label(at, [true, at !== 0]));
  const [found] = correctedScores(outputs(4, 2), labels, ["s"]);
  const allMet = { raw: 4 / 6, corrected: 5 / 6, interval: null, why: null };
  expect(found).toMatchObject({ labelled: 6, corrected: 11 / 12, interval: null, why: null, allMet });
  const [half] = correctedScores(outputs(4, 2), labels, ["s"], new Map([["s", 6]]));
  expect(half!.allMet).toMatchObject({ corrected: expect.closeTo(5 / 12, 12), interval: null });
  // Of one kind alone: enough, as nothing is left to the judge.
  const good = labels.map((each) => ({ ...each, labels: [true, true] }));
  expect(correctedScores(outputs(4, 2), good, ["s"])[0]!.allMet).toMatchObject({ corrected: 1, why: null });
});

test("an output that the judge could not judge counts as people say, once they have said it of all", () => {
  const unknown = outputs(4, 2).map((each, at) => (at === 5 ? { ...each, allMet: null } : each));
  const labels = Array.from({ length: 6 }, (_, at) => label(at, [true, at !== 0]));
  const [found] = correctedScores(unknown, labels, ["s"]);
  expect(found!.allMet).toMatchObject({ raw: 4 / 5, corrected: 5 / 6, interval: null });
  // Without a label it is in neither figure.
  const [open] = correctedScores(unknown, labels.slice(0, 5), ["s"]);
  expect(open!.allMet).toMatchObject({ raw: 4 / 5, corrected: 4 / 5 });
});

test("people's word on a criterion weighs as much as the judge's", () => {
  const heavy = outputs(2, 2).map((each) => ({ ...each, weights: [3, 1] }));
  const labels = [0, 1, 2, 3].map((at) => label(at, [true, at < 2]));
  expect(correctedScores(heavy, labels, ["s"])[0]).toMatchObject({ corrected: (1 + 1 + 0.75 + 0.75) / 4 });
});
