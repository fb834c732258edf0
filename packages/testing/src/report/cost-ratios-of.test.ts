import { costRatio } from "@flow-state-dev/stats";
import { expect, test } from "vitest";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { costRatiosOf } from "./cost-ratios-of.ts";
import { gridOf } from "./report-grid.ts";
import { syntheticResults } from "./synthetic-result.ts";

const places = Array.from({ length: 20 }, (_, at) => at);
const meta = { model: "m", runs: 1, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] };
const scored = (subject: string, costUsd: number, fields: Partial<BenchmarkRunResult> = {}) =>
  syntheticResults(subject, Array(20).fill([1]), { costUsd, ...fields });

function ratio(candidate: readonly BenchmarkRunResult[]) {
  const baseline = scored("base", 1, { kind: "baseline" });
  const grid = gridOf([...baseline, ...candidate], meta);
  return costRatiosOf(grid, [{ place: 1, tasks: places }], 1)[0];
}

test("it is the mean cost of the runs that have a score", () => {
  expect(ratio(scored("a", 2))?.value).toBeCloseTo(2, 9);
  const unscored = syntheticResults("a", Array(20).fill([null]), { costUsd: 100, run: 1 });
  expect(ratio([...scored("a", 2), ...unscored])?.value).toBeCloseTo(2, 9);
});

test("a task that was run more often on one side weighs no more", () => {
  const again = scored("a", 3, { run: 1 });
  expect(ratio([...scored("a", 1), ...again])?.value).toBeCloseTo(2, 9);
});

test("none when a cost is not known, nothing has a score, or it costs nothing", () => {
  expect(ratio(scored("a", 2, { unknownCalls: 1 }))).toBeNull();
  expect(ratio(syntheticResults("a", Array(20).fill([null]), { costUsd: 2 }))).toBeNull();
  expect(ratio(scored("a", 0))).toBeNull();
});

test.each([
  ["costs what nobody knows", { unknownCalls: 1 }],
  ["has no score", { outcome: "unscored" as const }],
])("none when a single task %s, on either side", (_what, fields) => {
  const grid = gridOf(
    [
      ...scored("base", 1, { kind: "baseline" }),
      ...scored("a", 2).map((result, task) => (task === 7 ? { ...result, ...fields } : result)),
    ],
    meta,
  );
  const ratioOf = (place: number, primary: number) =>
    costRatiosOf({ ...grid, primary }, [{ place, tasks: places }], 1)[0];
  expect([ratioOf(1, 0), ratioOf(0, 1)]).toEqual([null, null]);
});

test("every candidate has the ratio that it has alone, whatever tasks the others share with the baseline", () => {
  const costly = (subject: string, factor: number, kind: "pattern" | "baseline" = "pattern") =>
    syntheticResults(subject, Array(40).fill([1]), { kind }).map((result, task) => ({
      ...result,
      costUsd: factor * (1 + ((task * factor * 7) % 11)),
    }));
  const unknown = costly("c", 3).map((result) => ({ ...result, unknownCalls: 1 }));
  const results = [costly("base", 1, "baseline"), costly("a", 2), costly("b", 5), unknown, costly("d", 4)];
  const grid = gridOf(results.flat(), meta);
  const all = Array.from({ length: 40 }, (_, at) => at);
  const compared = [all, all.slice(5), all, all.slice(1)].map((tasks, at) => ({ place: at + 1, tasks }));
  const together = costRatiosOf(grid, compared, 3);
  expect(together).toEqual(compared.map((candidate) => costRatiosOf(grid, [candidate], 3)[0]));
  expect(together.map((found) => found?.interval95 != null)).toEqual([true, true, false, true]);
});

test.each([
  [100, 2000],
  [500, 800],
  [2000, 400],
])("%i tasks are drawn %i times", (tasks, resamples) => {
  const costs = [1, 2].map((factor) => Array.from({ length: tasks }, (_, at) => 1 + ((at * factor) % 7)));
  const results = costs.flatMap((list, place) =>
    syntheticResults(`s${place}`, Array(tasks).fill([1]), { kind: place === 0 ? "baseline" : "pattern" }).map(
      (result, at) => ({ ...result, costUsd: list[at]! }),
    ),
  );
  const found = costRatiosOf(gridOf(results, meta), [{ place: 1, tasks: [...costs[0]!.keys()] }], 5)[0];
  const expected = costRatio(costs[1]!, costs[0]!, { seed: 5, resamples });
  expect(found).toEqual({ value: expected!.value, interval95: expected!.interval });
});
