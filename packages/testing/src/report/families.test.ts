import fc from "fast-check";
import { expect, test } from "vitest";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { buildBenchmarkReport } from "./build-benchmark-report.ts";
import type { CompleteReport } from "./complete-report.ts";
import { syntheticResults } from "./synthetic-result.ts";

const names = ["base", "one", "two"];
type Scores = (number | null)[][];

/** Results of three subjects, each task in the family of its name, if it has one. */
function resultsOf(scores: readonly Scores[], familyOf: (task: number) => string | undefined) {
  return scores.flatMap((rows, at) =>
    syntheticResults(names[at]!, rows, { kind: at === 0 ? "baseline" : "pattern" }).map((result) => {
      const task = Number(result.taskId.slice(1));
      const family = familyOf(task);
      const costUsd = 0.01 * (at + 1) * (1 + ((task * 7) % 5));
      return { ...result, costUsd, ...(family !== undefined && { family }) };
    }),
  );
}

function report(results: BenchmarkRunResult[], runs = 1): CompleteReport {
  return buildBenchmarkReport(results, {
    ...{ model: "m", runs, startedAt: 0, totalMs: 1, budgetExceeded: false, warnings: [] },
  });
}

const score = fc.option(fc.constantFrom(0, 0.1, 0.25, 1 / 3, 0.5, 0.9, 1), { nil: null, freq: 10 });
const scores = fc.integer({ min: 2, max: 12 }).chain((tasks) => {
  const rows = fc.array(fc.array(score, { minLength: 2, maxLength: 2 }), {
    minLength: tasks,
    maxLength: tasks,
  });
  return fc.tuple(rows, rows, rows);
});

test("families of one change nothing, to the last bit", () => {
  fc.assert(
    fc.property(scores, (all) => {
      const [{ results: _a, ...named }, { results: _b, ...plain }] = [
        report(
          resultsOf(all, (task) => `f${task}`),
          2,
        ),
        report(
          resultsOf(all, () => undefined),
          2,
        ),
      ];
      expect(named).toEqual(plain);
    }),
  );
});

test("copies of every task in a family of theirs change no verdict, interval or p", () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 2, max: 3 }), (all, copies) => {
      const tasks = all[0].length;
      const copied = all.map((rows) => Array.from({ length: copies }, () => rows).flat());
      // Costs go by the task that was copied, too.
      const results = resultsOf(copied, (task) => `f${task % tasks}`).map((result) => {
        const task = Number(result.taskId.slice(1)) % tasks;
        return { ...result, costUsd: 0.01 * (names.indexOf(result.subject) + 1) * (1 + ((task * 7) % 5)) };
      });
      const [found, plain] = [
        report(results, 2),
        report(
          resultsOf(all, () => undefined),
          2,
        ),
      ];
      expect(found).toMatchObject({ tasks: tasks * copies, families: tasks });
      found.comparisons.forEach((comparison, at) => {
        const { delta, verdict, paired, permutation, detectable } = plain.comparisons[at]!;
        expect(comparison.verdict).toBe(verdict);
        close(comparison.delta, delta);
        close(comparison.detectable, detectable);
        close(comparison.paired?.standardError, paired?.standardError);
        expect(comparison.paired?.degreesOfFreedom).toBe(paired?.degreesOfFreedom);
        close(comparison.paired?.p, paired?.p);
        close(comparison.permutation?.p, permutation?.p);
      });
      found.summaries.forEach((summary, at) => {
        close(summary.mean, plain.summaries[at]!.mean);
        close(summary.interval?.[0], plain.summaries[at]!.interval?.[0]);
        expect(summary.dominated).toBe(plain.summaries[at]!.dominated);
      });
      expect(found.coverage.fragile).toEqual(plain.coverage.fragile);
    }),
  );
});

function close(found: number | null | undefined, expected: number | null | undefined) {
  if (typeof found === "number" && typeof expected === "number") expect(found).toBeCloseTo(expected, 9);
  else expect(found ?? null).toBe(expected ?? null);
}

/** Differences of 12 tasks in six families of two. */
const twelve = [0.3, 0.1, 0.2, 0.2, -0.1, 0.1, 0.4, 0, 0.1, 0.3, 0, 0.2];
const inTwos = (task: number) => `f${task >> 1}`;
const rows = (differences: readonly number[]): Scores => differences.map((value) => [0.5 + value]);
const pair = (differences: readonly number[], familyOf: (task: number) => string | undefined) =>
  report(resultsOf([rows(differences.map(() => 0)), rows(differences)], familyOf));

test("the paired test by hand: STATISTICS B.1 with family sums, and families − 1", () => {
  const { comparisons, families, tasks } = pair(twelve, inTwos);
  const [comparison] = comparisons;
  expect({ families, tasks }).toEqual({ families: 6, tasks: 12 });
  expect(comparison).toMatchObject({ tasks: 12, families: 6, delta: 0.15 });
  // Sums less 2 × 0.15: 0.1, 0.1, −0.3, 0.1, 0.1, −0.1; their squares add up to 0.14.
  expect(comparison!.paired!.standardError).toBeCloseTo(Math.sqrt((0.14 * 6) / 5) / 12, 9);
  expect(comparison!.paired!.degreesOfFreedom).toBe(5);
  // All six sums are above 0 but one, which is 0: of 64 patterns four are as far from 0.
  expect(comparison!.permutation).toMatchObject({ p: 4 / 64, exact: true });
});

test("six are the fewest families for a verdict, however many tasks they hold", () => {
  const found = pair(twelve, (task) => `f${task % 5}`).comparisons[0]!;
  expect(found).toMatchObject({ verdict: "too-few-tasks", tasks: 12, families: 5, detectable: null });
  expect(pair(twelve, inTwos).comparisons[0]!.verdict).not.toBe("too-few-tasks");
});

test("siblings that go the same way are not many: what tasks alone call better is open", () => {
  const fours = [0.3, 0.3, 0.3, 0.3, -0.1, -0.1, -0.1, -0.1, 0.2, 0.2, 0.2, 0.2, -0.1, -0.1, -0.1, -0.1];
  const all = [...fours, ...fours.map((value) => value / 2)];
  expect(pair(all, () => undefined).comparisons[0]!.verdict).toBe("better");
  expect(pair(all, (task) => `f${task >> 2}`).comparisons[0]!.verdict).toBe("inconclusive");
});

test("the interval of a subject goes by families", () => {
  const passed = report(resultsOf([rows([0.5, 0.5, 0.5, 0.5]), rows([0.5, 0.5, 0.5, 0.5])], inTwos));
  const alone = report(resultsOf([rows([0.5, 0.5]), rows([0.5, 0.5])], () => undefined));
  expect(passed.summaries[0]!.interval).toEqual(alone.summaries[0]!.interval);
});

test("families are told by the plan, or by results where the plan does not", () => {
  const meta = { model: "m", runs: 1, startedAt: 0, totalMs: 1, budgetExceeded: false, warnings: [] };
  const results = resultsOf([rows(twelve), rows(twelve)], () => undefined);
  const tasks = twelve.map((_, task) => ({ id: `t${task}`, category: "reasoning" as const }));
  const planned = tasks.map((task, at) => ({ ...task, family: inTwos(at) }));
  expect(buildBenchmarkReport(results, { ...meta, tasks: planned }).families).toBe(6);
  const named = resultsOf([rows(twelve), rows(twelve)], inTwos);
  expect(buildBenchmarkReport(named, { ...meta, tasks }).families).toBe(6);
  expect(buildBenchmarkReport(results, { ...meta, tasks })).not.toHaveProperty("families");
});

test("a comparison without siblings on the tasks that both have goes by tasks", () => {
  const base = rows(twelve.slice(0, 8));
  const half = base.map((runs, task) => (task % 2 ? [null] : runs));
  const found = report(resultsOf([base, half], inTwos));
  expect(found.families).toBe(4);
  expect(found.comparisons[0]).not.toHaveProperty("families");
  expect(found.comparisons[0]!.tasks).toBe(4);
});

test("nothing is surely dominated in fewer than six families", () => {
  const base = rows(new Array<number>(12).fill(0.4));
  const worse = rows(new Array<number>(12).fill(0));
  const marks = (familyOf: (task: number) => string | undefined) =>
    report(resultsOf([base, worse], familyOf)).summaries.map(({ dominated }) => dominated);
  expect(marks(() => undefined)).toEqual([false, true]);
  expect(marks(inTwos)).toEqual([false, true]);
  expect(marks((task) => `f${task % 5}`)).toEqual([false, null]);
});

test("a family that is no text is refused", () => {
  const results = resultsOf([rows(twelve)], () => 7 as never);
  expect(() => report(results)).toThrow("family is 7; it has to be a text, or be left out");
});
