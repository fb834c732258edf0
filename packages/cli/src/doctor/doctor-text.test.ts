import type { CaseExamination, Check, SuiteExamination } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { doctorText } from "./doctor-text.ts";

const check = (outcome: Check["outcome"]): Check => ({ outcome, expectations: [], error: null });
const holding = { expectation: "file:a contains 'one\ntwo'", pass: true, evidence: "a holds it on line 1" };

function linesOf(
  outcomes: readonly Check["outcome"][],
  judged = false,
  odd: Partial<CaseExamination> = {},
): string[] {
  const untouched = [{ ...check("failed"), expectations: [holding] }];
  const it: CaseExamination = {
    ...{ id: "one", hash: "h", setupMs: 1, untouched, noop: check("failed") },
    solution: { digest: "d", checks: [check("passed")] },
    nearMisses: outcomes.map((outcome, at) => ({ without: `a\n${at}.ts:3`, check: check(outcome) })),
    ...odd,
  };
  const examination: SuiteExamination = {
    ...{
      suite: "s",
      hash: "h",
      cases: [it],
      solutionRuns: odd.solution?.checks.length ?? 1,
      problems: [],
      notices: [],
      interrupted: false,
    },
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

test("a command that does not end where work fails is named, for every such grading takes as long", () => {
  const hanging = {
    ...check("failed"),
    expectations: [
      holding,
      { expectation: "test:npm test", pass: false, evidence: "did not end within 300.0 s" },
    ],
  };
  const ended = { ...holding, expectation: "test:npm test", evidence: "exit code 0, after 0.1 s" };
  const solution = { digest: "d", checks: [{ ...check("passed"), expectations: [holding, ended] }] };
  expect(linesOf([], false, { untouched: [hanging, hanging], noop: hanging, solution })).toContain(
    "  without an end    one: test:npm test did not end within 300.0 s, 3 of 4 times  ← a test that fails should end",
  );
  expect(linesOf([]).join("\n")).not.toContain("without an end");
});

test("an expectation with line breaks stays on its line", () => {
  expect(linesOf([])).toContain("  holds already     one: file:a contains 'one␊two'");
});

test("what kept a solution from passing is told with the last lines that its command wrote", () => {
  const failed = {
    ...check("failed"),
    expectations: [
      holding,
      {
        ...{ expectation: "test:npm test", pass: false, evidence: "exit code 1, after 0.1 s" },
        output: `${"more\n".repeat(9)}Cannot find module \u001B[31mzod\u001B[39m\n`,
      },
    ],
  };
  const lines = linesOf([], false, { solution: { digest: "d", checks: [failed, failed] } });
  const from = lines.indexOf(
    "  solution × 2      one 0 of 2  ← fails: test:npm test (exit code 1, after 0.1 s)",
  );
  const indent = " ".repeat(20);
  expect(lines.slice(from + 1, from + 8)).toEqual([
    ...new Array<string>(5).fill(`${indent}  │ more`),
    `${indent}  │ Cannot find module zod`,
    "  near misses       not tried",
  ]);
});

test("what a set-up command wrote before it failed is told once", () => {
  const broken = {
    ...check("infrastructure"),
    error: 'The set-up of one failed: "npm ci" exited with 1.\nno lock file',
  };
  const lines = linesOf([], false, { untouched: [broken], noop: broken, solution: null });
  expect(lines.filter((line) => line.includes("exited with 1"))).toHaveLength(2);
  expect(lines.filter((line) => line.endsWith("│ no lock file"))).toHaveLength(1);
});
