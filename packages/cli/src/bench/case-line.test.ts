import type { CaseRun } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { caseLines } from "./case-line.ts";

const run: CaseRun = {
  ...{ run: 0, outcome: "passed", pass: true, cost: 0.03, judgeCost: 0, duration: 2 },
  ...{ tokens: { input: 3_000, output: 300 }, turns: 1, attempts: 1, ended: "done", detail: "" },
  ...{ expectations: [], putBack: [], warnings: [], suspect: false },
  reported: { turns: 1, tokens: { input: 1_000, output: 100 }, costUsd: 0.01 },
};

const linesOf = (more: Partial<CaseRun>) => caseLines("a", { ...run, ...more }, { of: 1, width: 1 });

test("what the agent says otherwise than the wire is told", () => {
  expect(linesOf({})).toEqual([
    "  ✓ a    2.0 s    $0.030     1 turn",
    "      the agent's own count: 1000 in, 100 out instead of 3000 in, 300 out, $0.010 instead of $0.030",
  ]);
});

test("money that looks the same is no difference", () => {
  const figures = { cost: 0.01121, tokens: { input: 6255, output: 184 } };
  const reported = { turns: 1, tokens: { input: 6255, output: 179 }, costUsd: 0.01113 };
  expect(linesOf({ ...figures, reported })[1]).toBe(
    "      the agent's own count: 6255 in, 179 out instead of 6255 in, 184 out",
  );
});

test("an agent tells of one attempt, which is not held against the sum of several", () => {
  expect(linesOf({ attempts: 3 })).toHaveLength(1);
});

test("why a judge gave no word is told once, beside what it was asked", () => {
  const error = "The judge failed: it is not there.";
  const expectations = [{ expectation: "judge:It is done.", pass: null, evidence: error }];
  const { reported: _, ...unscored } = { ...run, outcome: "unscored" as const, pass: false };
  expect(caseLines("a", { ...unscored, error, expectations }, { of: 1, width: 1 }).slice(1)).toEqual([
    "      not graded: The judge failed: it is not there.",
    "      judge:It is done.",
  ]);
});
