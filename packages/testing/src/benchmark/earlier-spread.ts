import { minimumTasks, pairedVariance, plannedVariance } from "@flow-state-dev/stats";

/** How scores spread: variances over tasks of the difference between two subjects, and between runs of one task. */
export interface EarlierSpread {
  taskVariance: number;
  runVarianceA: number;
  runVarianceB: number;
}

/**
 * The spread of a run, from the scores of each subject by task, averaged over all that are compared with the baseline.
 * Undefined with too few tasks that were run twice, and when nothing varied, which tells nothing of other runs.
 */
export function spreadOf(
  scores: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>,
  baseline: string,
): EarlierSpread | undefined {
  const tasks = [...new Set([...scores.values()].flatMap((byTask) => [...byTask.keys()]))];
  const runsOf = (subject: string) => tasks.map((task) => scores.get(subject)?.get(task) ?? []);
  const found = [...scores.keys()].flatMap((subject) => {
    if (subject === baseline) return [];
    const parts = pairedVariance(runsOf(subject), runsOf(baseline));
    return parts.state === "estimated" && parts.tasks >= minimumTasks ? [parts] : [];
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
