import { expect, test } from "vitest";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import { syntheticResult } from "./synthetic-result.ts";

const meta = { model: "m", runs: 2, startedAt: 0, budgetExceeded: false, warnings: [], totalMs: 1 };
const build = (wrong: object) =>
  buildBenchmarkReport([syntheticResult(), { ...syntheticResult({ run: 1 }), ...wrong }], meta);
const at = "The result of pattern on task, run 2, cannot be used: ";

test.each<[object, string]>([
  [{ costUsd: -1 }, `${at}costUsd is -1; it has to be 0 or more.`],
  [{ subjectCostUsd: -0.5 }, `${at}subjectCostUsd is -0.5; it has to be 0 or more.`],
  [{ judgeCostUsd: -2 }, `${at}judgeCostUsd is -2; it has to be 0 or more.`],
  [
    { outcome: "won" },
    `${at}outcome is "won"; it has to be passed, failed, errored, timed-out, over-budget, unscored, infrastructure or cancelled, or be left out.`,
  ],
  [{ outcome: 1 }, `${at}outcome is 1; it has to be passed, `],
  [{ category: undefined }, `${at}category is undefined; it has to be a text.`],
  [{ subject: 7 }, "The result of 7 on task, run 2, cannot be used: subject is 7; it has to be"],
  [{ taskId: undefined }, "The result of pattern on undefined, run 2, cannot be used: taskId is undefined;"],
  [{ category: 1, run: "x" }, 'The result of pattern on task, run "x", cannot be used: category is 1;'],
  [{ subject: "a\nb\u202e", category: 1 }, "The result of a b\\u202e on task, run 2, cannot be used: "],
])("%j is refused, and where it is", (wrong, message) => {
  expect(() => build(wrong)).toThrow(
    expect.objectContaining({ code: "invalid-result", message: expect.stringContaining(message) }),
  );
});

test.each([undefined, null, 5])("%s is no result", (nothing) => {
  const results = [syntheticResult(), nothing] as BenchmarkRunResult[];
  expect(() => buildBenchmarkReport(results, meta)).toThrow(
    expect.objectContaining({ message: `Result 2 of the list is ${nothing}; it has to be an object.` }),
  );
});

test("what is not known, or of a category of its own, is taken", () => {
  expect(build({ costUsd: Number.NaN }).summaries[0]!.unknownCalls).toBe(1);
  expect(build({ outcome: null, passed: false }).stats[0]!.passRate).toBe(0.5);
  expect(build({ costUsd: -0, outcome: undefined, category: "own" }).categories).toEqual([
    "reasoning",
    "own",
  ]);
});
