import { mulberry32 } from "@flow-state-dev/stats";
import { expect, test } from "vitest";
import { correctedPassRate, correctedScore } from "./corrected-score.ts";

test("scores: the worked example of PPI++", () => {
  const human = [1, 0, 1, 1, 0, 1, 0, 1, 0, 1];
  const judge = [1, 0, 0, 1, 1, 1, 0, 1, 1, 0];
  const unlabelled = [1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1];
  const labelled = human.map((score, at) => ({ human: score, judge: judge[at]! }));
  const { raw, corrected } = correctedScore({ labelled, unlabelled }, { law: "normal" });
  // Unless told so it goes by t, for ten labels are few: the interval is wider.
  const careful = correctedScore({ labelled, unlabelled }).corrected;
  expect(careful).toMatchObject({ estimate: expect.closeTo(0.6116, 6), lambda: expect.closeTo(0.116, 6) });
  // Of these 30 outputs ten are known: the error is that of PPI++, times √(20 / 30).
  expect(careful).toMatchObject({ standardError: expect.closeTo(0.161688 * Math.sqrt(2 / 3), 6) });
  expect(correctedScore({ labelled, unlabelled }, { lambda: 0.5 }).corrected).toMatchObject({ lambda: 0.5 });
  expect(raw).toBeCloseTo(20 / 30, 12);
  expect(corrected).toMatchObject({
    state: "estimated",
    lambda: expect.closeTo(0.116, 6),
    estimate: expect.closeTo(0.6116, 6),
    standardError: expect.closeTo(0.153415 * Math.sqrt(2 / 3), 6),
  });
});

test("pass rates: the worked example of Rogan and Gladen", () => {
  // 60 good outputs of which 54 pass, 40 bad ones of which 34 fail; 140 of 200 pass in all.
  const some = (count: number, human: boolean, judge: boolean) =>
    Array.from({ length: count }, () => ({ human, judge }));
  const labelled = [
    some(54, true, true),
    some(6, true, false),
    some(34, false, false),
    some(6, false, true),
  ].flat();
  const unlabelled = Array.from({ length: 100 }, (_, at) => at < 80);
  const { raw, corrected } = correctedPassRate({ labelled, unlabelled }, { method: "plain" });
  expect(raw).toBe(0.7);
  expect(corrected).toMatchObject({
    state: "estimated",
    estimate: expect.closeTo(0.733333, 6),
    // That of the 100 outputs without a label, of which the judge passes 80, for half of all.
    standardError: expect.closeTo(
      (0.5 / 0.75) *
        Math.sqrt((0.8 * 0.2) / 100 + ((13 / 15) ** 2 * 0.9 * 0.1) / 60 + ((2 / 15) ** 2 * 0.85 * 0.15) / 40),
      6,
    ),
  });
});

test.each([
  { labels: 59, good: 56, rest: 1 },
  { labels: 55, good: 28, rest: 5 },
  { labels: 40, good: 24, rest: 60 },
  { labels: 10, good: 9, rest: 90 },
])("of outputs with $labels labels and $rest without nothing is told that the labels rule out", (counts) => {
  const { labels, good, rest } = counts;
  const said = Array.from({ length: labels }, (_, at) => ({
    human: at < good,
    judge: at % 7 !== 0 && at < good,
  }));
  const unlabelled = Array.from({ length: rest }, (_, at) => at % 4 !== 3);
  const scores = {
    labelled: said.map(({ human, judge }) => ({ human: Number(human), judge: Number(judge) })),
    unlabelled: unlabelled.map(Number),
  };
  for (const { corrected } of [
    correctedPassRate({ labelled: said, unlabelled }),
    correctedPassRate({ labelled: said, unlabelled }, { method: "plain" }),
    correctedScore(scores),
    correctedScore(scores, { lambda: 1 }),
  ]) {
    if (corrected.state !== "estimated") throw new Error(corrected.state);
    const { estimate, interval } = corrected;
    expect(interval[0]).toBeGreaterThanOrEqual(good / (labels + rest));
    expect(interval[1]).toBeLessThanOrEqual((good + rest) / (labels + rest));
    expect(interval[0] <= estimate && estimate <= interval[1]).toBe(true);
  }
});

test("scores that are not 0 to 1 have no bounds to keep to", () => {
  const labelled = [1, 3, 4, 5, 2].map((human) => ({ human, judge: human + (human % 2) }));
  const { corrected } = correctedScore({ labelled, unlabelled: [4, 5, 1, 4] });
  expect(corrected).toMatchObject({ state: "estimated", estimate: expect.closeTo(3, 0) });
});

test.each([
  ["few", 10],
  ["half", 50],
  ["nearly all", 95],
])(
  "with labels on %s of 100 outputs the intervals hold what people would say of these as often as they say",
  (_, labels) => {
    const random = mulberry32(3);
    const trials = 400;
    const held = { rate: 0, score: 0 };
    for (let trial = 0; trial < trials; trial++) {
      const outputs = Array.from({ length: 100 }, () => {
        const human = random() < 0.6;
        return { human, judge: random() < 0.85 ? human : !human };
      });
      const truth = outputs.filter(({ human }) => human).length / 100;
      const [labelled, rest] = [outputs.slice(0, labels), outputs.slice(labels)];
      const rate = correctedPassRate({ labelled, unlabelled: rest.map(({ judge }) => judge) }).corrected;
      const score = correctedScore({
        labelled: labelled.map(({ human, judge }) => ({ human: Number(human), judge: Number(judge) })),
        unlabelled: rest.map(({ judge }) => Number(judge)),
      }).corrected;
      for (const [name, found] of Object.entries({ rate, score })) {
        // Labels of one kind tell nothing of the judge.
        const [low, high] = found.state === "estimated" ? found.interval : [0, 1];
        if (low - 1e-9 <= truth && truth <= high + 1e-9) held[name as "rate" | "score"]++;
      }
    }
    expect(held.rate / trials).toBeGreaterThan(0.935);
    expect(held.score / trials).toBeGreaterThan(0.935);
  },
);

test("without labels, or labels of one kind only, nothing is corrected", () => {
  expect(correctedPassRate({ labelled: [], unlabelled: [] })).toEqual({
    raw: null,
    corrected: { state: "no-labels" },
  });
  const labelled = [{ human: true, judge: true }];
  expect(correctedPassRate({ labelled, unlabelled: [false] })).toEqual({
    raw: 0.5,
    corrected: { state: "no-labels" },
  });
  expect(correctedScore({ labelled: [], unlabelled: [] })).toMatchObject({
    raw: null,
    corrected: { state: "too-few-labels" },
  });
});

test("where people judged every output nothing is left to correct: their own mean and rate, exactly", () => {
  const scores = Array.from({ length: 20 }, (_, at) => ({ human: at < 15 ? 1 : 0, judge: at < 18 ? 1 : 0 }));
  expect(correctedScore({ labelled: scores, unlabelled: [] })).toEqual({
    raw: 0.9,
    corrected: { state: "all-labelled", estimate: 0.75 },
  });
  const said = scores.map(({ human, judge }) => ({ human: human === 1, judge: judge === 1 }));
  expect(correctedPassRate({ labelled: said, unlabelled: [] })).toEqual({
    raw: 0.9,
    corrected: { state: "all-labelled", estimate: 0.75 },
  });
  // All of one kind, which says nothing of a judge, says all of the outputs.
  expect(correctedPassRate({ labelled: [{ human: true, judge: false }], unlabelled: [] })).toEqual({
    raw: 0,
    corrected: { state: "all-labelled", estimate: 1 },
  });
});
