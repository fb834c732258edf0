import { createPriceTable } from "@flow-state-dev/core";
import type { RunStore } from "@flow-state-dev/records";
import { minimumDetectableEffect, plannedStandardError, sampleSize } from "@flow-state-dev/stats";
import type { BenchmarkForecast } from "./benchmark-forecast.ts";
import { benchmarkPlan, defaultRuns } from "./benchmark-plan.ts";
import { checkConfig } from "./check-config.ts";
import { type EarlierCells, readEarlierCells } from "./earlier-cells.ts";
import { benchmarkResolvers, ownPrices } from "./executor-resolvers.ts";
import { guessCosts } from "./guess-costs.ts";
import { judgeOf } from "./judge-of.ts";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** A difference that is small and still matters. */
export const smallDifference = 0.05;

/**
 * The spread of scores that plans assume where no earlier run tells: variances over tasks of the difference between two
 * subjects, and between runs of one task. They are those of rubric scores with some interaction between task and
 * subject.
 */
export const assumedSpread = { taskVariance: 0.02, runVarianceA: 0.0064, runVarianceB: 0.0064 } as const;

/** Looks ahead: cells, calls, cost and the smallest difference it could see. Spends nothing and writes nothing. */
export async function planBenchmark(
  config: Omit<RunBenchmarkConfig, "store"> & { store?: RunStore },
): Promise<BenchmarkForecast> {
  checkConfig(config);
  const judge = judgeOf(config);
  const { simulated, models } = benchmarkResolvers(config, judge.models);
  const prices = config.prices ?? createPriceTable({ overrides: ownPrices(models) });
  const plan = benchmarkPlan(config, judge.models);
  const { subjects, tasks, runs = defaultRuns, concurrency = 3 } = config;
  const judged = tasks.filter(({ rubric }) => rubric.length > 0).length;
  const judgeCalls = subjects.length * judged * runs * judge.calls;
  const perTask = (bound: "min" | "max") =>
    subjects.reduce((sum, { calls }) => sum + (calls?.[bound] ?? 1), 0) * tasks.length * runs + judgeCalls;
  const earlier = config.store
    ? await readEarlierCells(config.store, config, judge.models, simulated)
    : undefined;
  const costs = guessCosts(config, { judge, prices, earlier });
  const spread = { ...assumedSpread, runsA: runs, runsB: runs };
  const enough = tasks.length >= 6;
  return {
    ...{ cells: plan.count, subjects: subjects.length, tasks: tasks.length, runs },
    calls: { min: perTask("min"), max: perTask("max") },
    unstated: subjects.filter(({ calls }) => !calls).map(({ name }) => name),
    ...costs,
    earlierCells: earlier?.cells ?? 0,
    durationMs: durationOf(earlier, plan.count, concurrency),
    detectable: enough ? minimumDetectableEffect(plannedStandardError(tasks.length, spread)) : null,
    tasksForSmall: sampleSize(smallDifference, spread).tasks,
  };
}

function durationOf(earlier: EarlierCells | undefined, cells: number, concurrency: number): number | null {
  return earlier ? (earlier.workingMs / earlier.cells) * (cells / Math.min(concurrency, cells)) : null;
}
