import {
  minimumTasks,
  pairedVariance,
  plannedVariance,
  sampleVariance,
  taskDifferences,
} from "@flow-state-dev/stats";

/** How scores spread: variances over tasks of the difference between two subjects, and between runs of one task. */
export interface EarlierSpread {
  taskVariance: number;
  runVarianceA: number;
  runVarianceB: number;
}

/**
 * The spread of a run, from the scores of each subject by task, averaged over all that are compared with the baseline.
 * Undefined with too few tasks, and when nothing varied, which tells nothing of other runs. Where tasks were run once,
 * the noise of runs is in the differences and cannot be told from them: it all counts as that of tasks, which is right
 * for one run and too careful for more.
 */
export function spreadOf(
  scores: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>,
  baseline: string,
): EarlierSpread | undefined {
  const tasks = [...new Set([...scores.values()].flatMap((byTask) => [...byTask.keys()]))];
  const runsOf = (subject: string) => tasks.map((task) => scores.get(subject)?.get(task) ?? []);
  const found = [...scores.keys()].flatMap((subject) => {
    if (subject === baseline) return [];
    const [runs, base] = [runsOf(subject), runsOf(baseline)];
    const parts = pairedVariance(runs, base);
    if (parts.state === "estimated" && parts.tasks >= minimumTasks) return [parts];
    const { differences } = taskDifferences(runs, base);
    if (differences.length < minimumTasks) return [];
    return [{ taskVariance: sampleVariance(differences)!, runVarianceA: 0, runVarianceB: 0 }];
  });
  if (found.length === 0) return undefined;
  const mean = (field: keyof EarlierSpread) =>
    found.reduce((sum, parts) => sum + parts[field], 0) / found.length;
  const spread = {
    taskVariance: mean("taskVariance"),
    runVarianceA: mean("runVarianceA"),
    runVarianceB: mean("runVarianceB"),
  };
  return plannedVariance(spread) > 0 ? spread : undefined;
}
