import type { CaseExamination, Check, SuiteExamination } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { doctorText } from "./doctor-text.ts";

const check = (outcome: Check["outcome"]): Check => ({ outcome, expectations: [], error: null });
const holding = { expectation: "file:a contains 'one\ntwo'", pass: true, evidence: "a holds it on line 1" };

function linesOf(outcomes: readonly Check["outcome"][], judged = false): string[] {
  const untouched = [{ ...check("failed"), expectations: [holding] }];
  const it: CaseExamination = {
    ...{ id: "one", hash: "h", setupMs: 1, untouched, noop: check("failed") },
    solution: { digest: "d", checks: [check("passed")] },
    nearMisses: outcomes.map((outcome, at) => ({ without: `a\n${at}.ts:3`, check: check(outcome) })),
  };
  const examination: SuiteExamination = {
    ...{ suite: "s", hash: "h", cases: [it], solutionRuns: 1, problems: [], notices: [], interrupted: false },
    ...{ cost: { mostUsd: 1, judged, earlier: null }, ok: true },
  };
  return doctorText(examination).split("\n");
}

function nearMisses(...outcomes: readonly Check["outcome"][]): string[] {
  const lines = linesOf(outcomes);
  const from = lines.findIndex((line) => line.startsWith("  near misses"));
  const to = lines.findIndex((line) => line.startsWith("  grading twice"));
  return lines.slice(from, to).map((line) => line.slice(20));
}

test("near misses: how many fail, which pass, and how many could not be tried", () => {
  expect(nearMisses()).toEqual(["not tried"]);
  expect(nearMisses("failed", "passed", "infrastructure", "cancelled")).toEqual([
    "1 of 2 fail; each is a solution without a part of it",
    "one passes without a␊1.ts:3  ← nothing checks it",
    "1 could not be tried: the solution is not the same each time that it is applied",
  ]);
  expect(nearMisses("infrastructure")).toEqual([
    "1 could not be tried: the solution is not the same each time that it is applied",
  ]);
});

test("a judge is no part of what the budgets allow", () => {
  const most = "  cost              at most $1.00";
  expect(linesOf([])).toContain(`${most}; no earlier run tells more`);
  expect(linesOf([], true)).toContain(`${most}, and what the judge takes; no earlier run tells more`);
});

test("an expectation with line breaks stays on its line", () => {
  expect(linesOf([])).toContain("  holds already     one: file:a contains 'one␊two'");
});
