import { expect, test } from "vitest";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";
import { costRatioOf } from "./cost-ratio-of.ts";
import { gridOf } from "./report-grid.ts";
import { syntheticResults } from "./synthetic-result.ts";

const places = Array.from({ length: 20 }, (_, at) => at);
const meta = { model: "m", runs: 1, startedAt: 0, totalMs: 0, budgetExceeded: false, warnings: [] };
const scored = (subject: string, costUsd: number, fields: Partial<BenchmarkRunResult> = {}) =>
  syntheticResults(subject, Array(20).fill([1]), { costUsd, ...fields });

function ratio(candidate: readonly BenchmarkRunResult[]) {
  const baseline = scored("base", 1, { kind: "baseline" });
  return costRatioOf(gridOf([...baseline, ...candidate], meta), 1, places, 1);
}

test("it is the mean cost of the runs that have a score", () => {
  expect(ratio(scored("a", 2))?.value).toBeCloseTo(2, 9);
  const unscored = syntheticResults("a", Array(20).fill([null]), { costUsd: 100, run: 1 });
  expect(ratio([...scored("a", 2), ...unscored])?.value).toBeCloseTo(2, 9);
});

test("none when a cost is not known, nothing has a score, or it costs nothing", () => {
  expect(ratio(scored("a", 2, { unknownCalls: 1 }))).toBeNull();
  expect(ratio(syntheticResults("a", Array(20).fill([null]), { costUsd: 2 }))).toBeNull();
  expect(ratio(scored("a", 0))).toBeNull();
});
