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
  expect(careful).toMatchObject({ standardError: expect.closeTo(0.161688, 6) });
  expect(raw).toBeCloseTo(20 / 30, 12);
  expect(corrected).toMatchObject({
    state: "estimated",
    lambda: expect.closeTo(0.116, 6),
    estimate: expect.closeTo(0.6116, 6),
    standardError: expect.closeTo(0.153415, 6),
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
    standardError: expect.closeTo(0.060858, 6),
  });
});

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
