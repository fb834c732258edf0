import { expect, test } from "vitest";
import type { CaseExamination, Check } from "./examination.ts";
import { findProblems } from "./find-problems.ts";
import { flickersOf, holdsAlready, verdictOf } from "./verdict.ts";

const check = (
  outcome: Check["outcome"],
  passes: (boolean | null)[] = [],
  error: string | null = null,
): Check => ({
  outcome,
  expectations: passes.map((pass, at) => ({
    expectation: `test:${at}`,
    pass,
    evidence: pass ? "fine" : "exit code 1",
  })),
  error,
});
const withAnswer = (pass: boolean): Check => ({
  ...check("failed"),
  expectations: [{ expectation: "not output contains 'x'", pass, evidence: "" }],
});
const failing = check("failed", [false, true]);
const passing = check("passed", [true, true]);
const sound: CaseExamination = {
  ...{ id: "rename", hash: "h", setupMs: 1, untouched: [failing, failing], noop: failing },
  solution: { digest: "d", checks: [passing, passing, passing] },
  nearMisses: [],
};

test.each([
  ["passed", "passes"],
  ["failed", "fails"],
  ["errored", "fails"],
  ["timed-out", "fails"],
  ["unscored", "untold"],
  ["infrastructure", "broken"],
] as const)("%s: it %s", (outcome, verdict) => {
  expect(verdictOf(check(outcome))).toBe(verdict);
});

test("what holds already is told by the untouched workspace", () => {
  expect(holdsAlready(sound)).toEqual(["test:1"]);
});

test("an expectation flickers when checks of the same state disagree about it, and names the runs", () => {
  const odd = check("failed", [true, false]);
  expect(flickersOf([passing, passing, odd, passing, odd])).toEqual([
    {
      expectation: "test:1",
      failed: [
        { run: 3, evidence: "exit code 1" },
        { run: 5, evidence: "exit code 1" },
      ],
    },
  ]);
  expect(flickersOf([odd, odd])).toEqual([]);
  expect(flickersOf([passing, check("infrastructure")])).toEqual([]);
});

test.each([
  ["a sound case", sound, []],
  ["one without a solution", { ...sound, solution: null }, []],
  ["one that was cut off", { ...sound, noop: null, untouched: [] }, []],
  [
    "one that passes untouched",
    { ...sound, untouched: [passing, passing], noop: passing },
    ["passes-untouched"],
  ],
  ["one that passes after noop only", { ...sound, noop: passing }, ["passes-untouched", "grading-disagrees"]],
  [
    "one that only a judge can fail",
    {
      ...sound,
      untouched: [check("unscored", [true, null]), check("unscored", [true, null])],
      noop: check("unscored", [true, null]),
    },
    [],
  ],
  [
    "one whose agent alone has an answer",
    { ...sound, untouched: [withAnswer(true), withAnswer(true)], noop: withAnswer(false) },
    [],
  ],
  [
    "one that is graded differently",
    { ...sound, untouched: [failing, check("failed", [false, false])] },
    ["grading-disagrees"],
  ],
  [
    "one whose solution fails",
    { ...sound, solution: { digest: "d", checks: [failing, check("errored")] } },
    ["solution-fails"],
  ],
  [
    "one whose solution fails sometimes",
    { ...sound, solution: { digest: "d", checks: [passing, failing] } },
    ["solution-flaky"],
  ],
  [
    "one that cannot be set up, which is told once",
    {
      ...sound,
      untouched: [check("infrastructure", [], "The set-up failed.\nmore"), check("infrastructure")],
      noop: check("infrastructure"),
    },
    ["cannot-run"],
  ],
] as const)("problems of %s", (_what, it, codes) => {
  expect(findProblems(it).map(({ code }) => code)).toEqual(codes);
  for (const { message } of findProblems(it)) expect(message).not.toMatch(/\.$|\n/);
});
