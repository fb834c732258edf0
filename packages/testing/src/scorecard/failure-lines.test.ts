import { expect, test } from "vitest";
import type { BenchmarkRunResult } from "../report/benchmark-run-result.ts";
import { buildBenchmarkReport } from "../report/build-benchmark-report.ts";
import { syntheticResults } from "../report/synthetic-result.ts";
import { failureLines, failuresTitle } from "./failure-lines.ts";
import { renderScorecard } from "./render-scorecard.ts";
import { reportSentences } from "./sentences.ts";

const eight = (score: number) => Array.from({ length: 8 }, () => [score]);
const report = (...results: BenchmarkRunResult[][]) =>
  buildBenchmarkReport(results.flat(), {
    ...{ model: "m", runs: 1, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] },
  });
const broken = (subject: string, message: string, fields: Partial<BenchmarkRunResult> = {}) =>
  syntheticResults(subject, eight(0), {
    ...{ outcome: "errored", errored: true, passed: false, error: { name: "Error", message } },
    ...fields,
  });
const baseline = syntheticResults("solo", eight(0.5), { kind: "baseline" });

test("a subject of which every cell broke says so, with the reason, in report, table and markdown", () => {
  const typo = report(broken("pure-typo", "The model typo does not exist (404)"), baseline);
  expect(typo.failures).toEqual([
    {
      subject: "pure-typo",
      outcome: "errored",
      message: "The model typo does not exist (404)",
      cells: 8,
    },
  ]);
  const said = "pure-typo: 8 of 8 cells failed: The model typo does not exist (404)";
  expect(renderScorecard(typo, "table")).toContain(`${failuresTitle}\n  ${said}\n`);
  expect(renderScorecard(typo, "markdown")).toContain(`### ${failuresTitle}\n\n- ${said}\n`);
  expect(reportSentences(typo)[0]!.text).toMatch(/^pure-typo falls short .* 8 of 8 of its cells failed\.$/);
});

test("a baseline of which most cells broke makes no pattern good without saying so", () => {
  const cells = [
    ...broken("solo", "no", { kind: "baseline" }).slice(0, 5),
    ...syntheticResults("solo", eight(0.4), { kind: "baseline" }).slice(5),
  ];
  const [sentence] = reportSentences(report(syntheticResults("planner", eight(0.9)), cells));
  expect(sentence!.text).toMatch(/5 of 8 of the cells of the baseline failed\.$/);
});

test("nothing is said where every cell has a score, nor of cells that were cut off", () => {
  const cut = syntheticResults("planner", eight(0), { outcome: "cancelled", passed: false });
  expect(failureLines(report(cut, baseline))).toEqual([]);
  expect(renderScorecard(report(baseline), "table")).not.toContain(failuresTitle);
});

test("the same trouble with other numbers in it is one line; ways to have no score are told apart", () => {
  const cells = broken("planner", "x").map((cell, at): BenchmarkRunResult => {
    if (at < 4) return { ...cell, error: { name: "E", message: `Request req-${at}1 failed` } };
    if (at < 6)
      return { ...cell, outcome: "unscored", errored: false, error: { name: "E", message: "No JSON." } };
    return { ...cell, outcome: at === 6 ? "timed-out" : "infrastructure", errored: at === 6 };
  });
  expect(failureLines(report(cells, baseline))).toEqual([
    "planner: 4 of 8 cells failed: Request req-01 failed",
    "planner: 2 of 8 cells have no score: No JSON.",
    "planner: 1 of 8 cells ran out of time: x",
    "planner: 1 of 8 cells was lost: x",
  ]);
});

test("one cell is one cell", () => {
  const [cell] = broken("planner", "No JSON.", { outcome: "unscored", errored: false });
  expect(failureLines(report([cell!], baseline))).toEqual(["planner: 1 of 1 cell has no score: No JSON."]);
});

test("at most five lines, each on one line, long ones cut, control characters shown and not obeyed", () => {
  const cells = broken("planner", "").map((cell, at) => ({
    ...cell,
    error: { name: "E", message: `${"abcdefgh"[at]}\u001b[31m\nhere: ${"long ".repeat(100)}` },
  }));
  const lines = failureLines(report(cells, baseline));
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toBe("… and 3 more");
  for (const line of lines) {
    expect(line).not.toContain("\n");
    expect(line).not.toContain("\u001b");
    if (line !== lines.at(-1)) expect(line).toMatch(/: [a-e]␛\[31m here: long /);
    expect(line.length).toBeLessThan(360);
  }
});

test("the same reason is told once in full, and then by the subject that it stands at", () => {
  const reason = "There is no model nope at the server; check its name and the address";
  const lines = failureLines(
    report(broken("one", reason), broken("two", reason), broken("three", "x"), baseline),
  );
  expect(lines).toEqual([
    `one: 8 of 8 cells failed: ${reason}`,
    "two: 8 of 8 cells failed, as for one",
    "three: 8 of 8 cells failed: x",
  ]);
});
