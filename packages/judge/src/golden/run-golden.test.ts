import { expect, test } from "vitest";
import { type Asked, judgesSaying, lastText, verdicts } from "../../test/support/plain-judge.ts";
import { createJudge } from "../create-judge.ts";
import type { GoldenCase } from "./golden-case.ts";
import { runGolden } from "./run-golden.ts";

const judge = createJudge({ model: "a/one" });
/** A judge that says of every output what the output says itself: + met, - unmet, ? cannot judge. */
const reader = judgesSaying([
  (asked: Asked) => {
    const [, output = ""] = /<output>\n(.*)\n<\/output>/.exec(lastText(asked))!;
    const words: Record<string, string> = { "+": "met", "-": "unmet", "?": "cannot-judge" };
    return verdicts(...Array.from(output, (sign) => words[sign]!));
  },
]);

function golden(human: number[], signs: string): GoldenCase[] {
  return human.map((bit, at) => ({ prompt: "p", rubric: ["r"], output: signs[at]!, labels: [bit === 1] }));
}

// The worked example: p_o 0.8, kappa 0.583333; true and false positives and negatives 5, 1, 1, 3.
const human = [1, 1, 1, 0, 0, 1, 0, 1, 1, 0];

test("agreement, kappa and confusion of the worked example", async () => {
  const report = await runGolden(judge, golden(human, "++---++++-"), reader);
  expect(report).toMatchObject({
    items: 10,
    labels: 10,
    agreement: 0.8,
    word: "poor",
    enough: false,
    failed: [],
  });
  expect(report.kappa).toBeCloseTo(0.583333, 6);
  expect(report.interval![0]).toBeLessThan(report.kappa!);
  expect(report.interval![1]).toBeGreaterThan(report.kappa!);
  expect(report.confusion).toMatchObject({
    ...{ truePositives: 5, falseNegatives: 1, falsePositives: 1, trueNegatives: 3 },
  });
  expect(report.disagreements).toEqual([
    { item: "2", criterion: "r", label: true, evidence: "seen 1" },
    { item: "6", criterion: "r", label: false, evidence: "seen 1" },
  ]);
});

test.each([
  ["+-+-+-+-+-", "good"],
  ["+-+-+-+-++", "good"],
  ["+-+-+-+-++".replace("+-", "--"), "usable"],
  ["----------", "poor"],
])("%s against labels that alternate is %s", async (signs, word) => {
  expect((await runGolden(judge, golden([1, 0, 1, 0, 1, 0, 1, 0, 1, 0], signs), reader)).word).toBe(word);
});

test("several criteria an item; what could not be judged is in no figure", async () => {
  const items = [
    { id: "first", prompt: "p", rubric: ["a", "b", "c"], output: "+-?", labels: [true, true, true] },
    { prompt: "p", rubric: ["a"], output: "-", labels: [false] },
  ];
  const report = await runGolden(judge, items, reader);
  expect(report).toMatchObject({ items: 2, labels: 3, cannotJudge: 1 });
  expect(report.agreement).toBeCloseTo(2 / 3, 12);
  expect(report.disagreements).toMatchObject([{ item: "first", criterion: "b" }]);
});

test("all the same on both sides: nothing beyond chance to agree about", async () => {
  const report = await runGolden(judge, golden([1, 1, 1], "+++"), reader);
  expect(report).toMatchObject({ agreement: 1, kappa: null, interval: null, word: "unknown" });
});

test.each([
  [[true], "has 1 labels for 2 criteria"],
  [[true, 1], "neither true nor false"],
])("labels %j that do not fit are refused before any call", async (labels, problem) => {
  const { modelResolver, asked } = judgesSaying([verdicts("met", "met")]);
  const item = { id: "odd", prompt: "p", rubric: ["a", "b"], output: "o", labels } as GoldenCase;
  await expect(runGolden(judge, [item], { modelResolver })).rejects.toThrow(problem);
  await expect(runGolden(judge, [item], { modelResolver })).rejects.toThrow("item odd");
  expect(asked).toEqual([]);
});

test("a stop is in the report", async () => {
  const report = await runGolden(judge, golden(human, "++---++++-"), {
    ...reader,
    signal: AbortSignal.abort(),
  });
  expect(report).toMatchObject({ labels: 0, agreement: null });
  expect(report.failed).toHaveLength(10);
  expect(report.failed.every(({ aborted }) => aborted)).toBe(true);
});
