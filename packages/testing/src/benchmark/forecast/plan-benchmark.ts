import { createPriceTable } from "@flow-state-dev/core";
import { canaryCalls, type Judge } from "@flow-state-dev/judge";
import type { RunStore } from "@flow-state-dev/records";
import {
  countFamilies,
  type Families,
  familiesOf,
  independentUnits,
  minimumDetectableEffect,
  minimumTasks,
  plannedStandardError,
  sampleSize,
} from "@flow-state-dev/stats";
import { benchmarkPlan, defaultRuns, primaryBaseline } from "../benchmark-plan.ts";
import { benchmarkResolvers, ownPrices } from "../cell/executor-resolvers.ts";
import { checkConfig } from "../check/check-config.ts";
import { isJudged } from "../judging/is-judged.ts";
import { judgeOf } from "../judging/judge-of.ts";
import { defaultConcurrency, type RunBenchmarkConfig } from "../run-benchmark-config.ts";
import type { BenchmarkForecast } from "./benchmark-forecast.ts";
import { type EarlierCells, readEarlierCells } from "./earlier-cells.ts";
import type { EarlierSpread } from "./earlier-spread.ts";
import { guessCalls } from "./guess-calls.ts";
import { guessCosts } from "./guess-costs.ts";

/** A difference that is small and still matters. */
const smallDifference = 0.05;

/**
 * The spread of scores that plans assume where no earlier run tells: variances over tasks of the difference between two
 * subjects, and between runs of one task. They are those of rubric scores with some interaction between task and
 * subject.
 */
export const assumedSpread = { taskVariance: 0.02, runVarianceA: 0.0064, runVarianceB: 0.0064 } as const;

/** The chance of a false claim that a report allows itself, over all its verdicts. */
const alpha = 0.05;

/** Looks ahead: cells, calls, cost and the smallest difference it could see. Spends nothing and writes nothing. */
export async function planBenchmark(
  config: Omit<RunBenchmarkConfig, "store"> & { store?: RunStore },
): Promise<BenchmarkForecast> {
  checkConfig(config, "plan");
  const judge = judgeOf(config);
  const { simulated, models } = benchmarkResolvers(config, judge.models);
  const prices = config.prices ?? createPriceTable({ overrides: ownPrices(models) });
  const plan = benchmarkPlan(config, judge.models);
  const { subjects, tasks, runs = defaultRuns, concurrency = defaultConcurrency, name, model } = config;
  const families = familiesOf(tasks.map(({ family }) => family));
  const baseline = primaryBaseline(config);
  const names = subjects.map((subject) => subject.name);
  const filter = { model, subjects: names, baseline, judgeModels: judge.models, simulated };
  const earlier = config.store
    ? await readEarlierCells(config.store, { ...filter, ...(name !== undefined && { name }) })
    : undefined;
  const checkedOutputs = outputsChecked(config, judge);
  const calls = guessCalls(config, { judge, earlier, checkedOutputs });
  const withTools = new Set(calls.withTools);
  return {
    ...{ cells: plan.count, subjects: subjects.length, tasks: tasks.length, runs },
    ...(families && { families: countFamilies(families) }),
    ...calls,
    ...guessCosts(config, { judge, prices, earlier, checkedOutputs, withTools }),
    earlierCells: earlier?.cells ?? 0,
    guessed: names.filter((each) => !earlier?.bySubject.has(each)),
    durationMs:
      config.regrade !== undefined
        ? null
        : durationOf(earlier, names, (tasks.length * runs) / Math.min(concurrency, plan.count)),
    ...sightOf(families ?? [...tasks.keys()], {
      ...{ runs, compared: baseline === undefined ? 0 : subjects.length - 1, earlier: earlier?.spread },
    }),
  };
}

/** Canaries and labelled outputs that are judged before the first cell. */
function outputsChecked({ judge: settings = {}, tasks }: RunBenchmarkConfig, judge: Judge): number {
  const { canaries = false, golden = [] } = settings;
  if (!isJudged({ tasks })) return 0;
  return golden.length + (canaries ? canaryCalls(judge) / judge.calls : 0);
}

/**
 * What could be seen of so many tasks. How much siblings have in common is not known before: the difference between
 * subjects is taken to be the same on all of a family, and only the noise of runs to be each task's own.
 */
function sightOf(
  families: Families,
  { runs, compared, earlier }: { runs: number; compared: number; earlier: EarlierSpread | undefined },
): Pick<BenchmarkForecast, "compared" | "detectable" | "tasksForSmall" | "spread"> {
  const tasks = families.length;
  const { values, effective, degreesOfFreedom } = independentUnits(new Array(tasks).fill(0), families);
  const { taskVariance, ...noise } = earlier ?? assumedSpread;
  const spread = { ...noise, taskVariance: taskVariance * (tasks / effective), runsA: runs, runsB: runs };
  const assurance = { alpha: alpha / Math.max(1, compared) };
  const sees = compared > 0 && values.length >= minimumTasks;
  return {
    compared,
    detectable: sees
      ? minimumDetectableEffect(plannedStandardError(tasks, spread), { ...assurance, degreesOfFreedom })
      : null,
    tasksForSmall: sampleSize(smallDifference, spread, assurance).tasks,
    spread: earlier ? "earlier" : "assumed",
  };
}

/** Subjects that have never run are taken to need as long as the others. */
function durationOf(
  earlier: EarlierCells | undefined,
  subjects: readonly string[],
  rounds: number,
): number | null {
  if (!earlier || earlier.cells === 0) return null;
  const sums = [...earlier.bySubject.values()];
  const usual = sums.reduce((sum, { workingMs }) => sum + workingMs, 0) / earlier.cells;
  const each = subjects.map((subject) => {
    const seen = earlier.bySubject.get(subject);
    return seen ? seen.workingMs / seen.cells : usual;
  });
  return each.reduce((sum, ms) => sum + ms, 0) * rounds;
}
