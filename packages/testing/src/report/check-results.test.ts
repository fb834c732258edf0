import fc from "fast-check";
import { expect, test } from "vitest";
import { renderScorecard } from "../scorecard/render-scorecard.ts";
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
  [{ kind: "Baseline" }, `${at}kind is "Baseline"; it has to be pattern or baseline.`],
  [{ kind: null }, `${at}kind is null; `],
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

const isList = (value: unknown) => Array.isArray(value);
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const work = { costUsd: 0.5, unknownCalls: 0, cachedUsd: 0, cachedCalls: 0, usage: {} };

test.each<[keyof BenchmarkRunResult, (value: unknown) => boolean]>([
  ["counted", () => false],
  ["usage", isObject],
  ["codeScores", isObject],
  ["scorerErrors", isObject],
  ["error", () => false],
  ["findings", isList],
  ["judgeScores", isList],
  ["judgeFailures", isList],
  ["output", (value) => typeof value === "string"],
  ["unknownCalls", (value) => typeof value === "number"],
  ["lostCalls", (value) => typeof value === "number"],
])("%s of another type is refused by its name", (field, holds) => {
  const anything = fc.oneof(
    fc.constantFrom<unknown>(null, 0, "", "no", false, true, [], {}, 1n, () => {}, Symbol("odd")),
    fc.anything({ withBigInt: true, withNullPrototype: true }),
  );
  fc.assert(
    fc.property(
      anything.filter((value) => value !== undefined && !holds(value)),
      (value) => {
        expect(() => build({ [field]: value })).toThrow(
          expect.objectContaining({
            code: "invalid-result",
            message: expect.stringContaining(`${at}${field} is `),
          }),
        );
      },
    ),
    { numRuns: 100 },
  );
});

test.each<[object, string]>([
  [
    { counted: null },
    `${at}counted is null; it has to be what the score took: costUsd, unknownCalls, cached`,
  ],
  [{ counted: { ...work, costUsd: -1 } }, `${at}counted is {"costUsd":-1,`],
  [{ counted: { ...work, usage: null } }, `${at}counted is `],
  [{ counted: { ...work, cachedCalls: "1" } }, `${at}counted is `],
  [
    { error: { name: "Error" } },
    `${at}error is {"name":"Error"}; it has to be an error with a message, or be left out.`,
  ],
  [{ lostCalls: -1 }, `${at}lostCalls is -1; it has to be 0 or more, or be left out.`],
])("%j is refused too", (wrong, message) => {
  expect(() => build(wrong)).toThrow(expect.objectContaining({ message: expect.stringContaining(message) }));
});

test("whatever else a result holds, there is a report or a sentence", () => {
  const fields = ["kind", "run", "score", "passed", "errored", "costUsd", "latencyMs", "suspect", "attempts"];
  const values = [fc.string(), fc.boolean(), fc.double({ min: -1e12, max: 1e12 }), fc.constant(null)];
  const odd = fc.anything({ values, withBigInt: true, withNullPrototype: true });
  fc.assert(
    fc.property(fc.constantFrom(...fields, "taskHash"), odd, (field, value) => {
      try {
        renderScorecard(build({ [field]: value }), "markdown");
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid-result", message: expect.stringContaining(field) });
      }
    }),
    { numRuns: 500 },
  );
});

test.each([undefined, null, 5, {}, "none"])("%j is no list of results", (nothing) => {
  expect(() => buildBenchmarkReport(nothing as never, meta)).toThrow(
    expect.objectContaining({ code: "invalid-result", message: expect.stringMatching(/^The results are /) }),
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
