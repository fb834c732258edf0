import { expect, test } from "vitest";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import { scorerWarnings } from "./scorer-warnings.ts";
import { syntheticResult, syntheticResults } from "./synthetic-result.ts";

const failing = (count: number, reason = "oops") =>
  syntheticResults("a", [Array<number>(count).fill(1)], { scorerErrors: { bad: reason } });

test("a scorer that gave no score on any cell is told once, with its first reason", () => {
  const [first, ...others] = failing(4);
  const results = [first!, ...others.map((each) => ({ ...each, scorerErrors: { bad: "other" } }))];
  expect(scorerWarnings(results)).toEqual(["Scorer bad gave no score on 4 of 4 cells: oops."]);
});

test("a report has the warnings behind those of the run, in an order that results do not change", () => {
  const results = [
    ...syntheticResults("a", [[1, 1]], { scorerErrors: { bad: "of a" } }),
    ...syntheticResults("b", [[1, 1]], { scorerErrors: { bad: "of b" } }),
  ];
  const subjects = ["a", "b"].map((name) => ({ name, kind: "pattern" }) as const);
  const meta = { model: "m", runs: 2, startedAt: 0, budgetExceeded: false, warnings: ["First."], subjects };
  const said = ["First.", "Scorer bad gave no score on 4 of 4 cells: of a."];
  expect(buildBenchmarkReport(results, meta).warnings).toEqual(said);
  expect(buildBenchmarkReport(results.toReversed(), meta).warnings).toEqual(said);
});

test("only cells that the scorer saw count: not those of a broken subject, nor of another scorer", () => {
  const results = [
    ...failing(1, "It took too long!"),
    syntheticResult({ run: 1, codeScores: { bad: 1, good: 1 } }),
    syntheticResult({ run: 2, codeScores: { good: 1 }, scorerErrors: { third: "" } }),
    syntheticResult({ run: 3, outcome: "errored" }),
  ];
  expect(scorerWarnings(results)).toEqual([
    "Scorer bad gave no score on 1 of 2 cells: It took too long!",
    "Scorer third gave no score on 1 of 1 cell.",
  ]);
});

test("cells that were cut off say nothing of a scorer", () => {
  expect(scorerWarnings(failing(2).map((each) => ({ ...each, outcome: "cancelled" })))).toEqual([]);
  expect(scorerWarnings(syntheticResults("a", [[1, null]], { codeScores: { good: 1 } }))).toEqual([]);
});

test("names such as those of Object.prototype are names like others", () => {
  const errors = JSON.parse('{"__proto__": "no", "toString": "no"}');
  expect(
    scorerWarnings([syntheticResult({ scorerErrors: errors }), syntheticResult({ codeScores: {} })]),
  ).toEqual([
    "Scorer __proto__ gave no score on 1 of 1 cell: no.",
    "Scorer toString gave no score on 1 of 1 cell: no.",
  ]);
});

test("a reason is one line of a bearable length, and nothing in it is hidden", () => {
  const [warning] = scorerWarnings(failing(1, `\u001b[2Jone\n  two\u202e ${"long ".repeat(1000)}`));
  expect(warning).toContain("1 cell: \\u001b[2Jone two\\u202e long");
  expect(warning!.length).toBeLessThan(500);
  expect(warning).toMatch(/…$/);
});
