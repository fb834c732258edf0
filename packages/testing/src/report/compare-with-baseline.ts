import {
  countFamilies,
  detectableDifference,
  fixedSuite,
  holm,
  minimumDetectableEffect,
  type RunsByTask,
  signFlips,
  tidy,
  toldTests,
  winsTiesLosses,
} from "@flow-state-dev/stats";
import type { Comparison } from "./comparison.ts";
import { costRatiosOf } from "./cost-ratios-of.ts";
import type { ReportGrid } from "./report-grid.ts";
import type { SubjectScores } from "./subject-scores.ts";
import { decideVerdicts, pairCandidate, type VerdictOptions } from "./verdicts.ts";

/** Every other subject beside the primary baseline, Holm over all of them; empty without one. */
export function compareWithBaseline(
  grid: ReportGrid,
  scoresOf: readonly SubjectScores[],
  isCredible: (subject: string) => boolean,
  options: VerdictOptions,
): Comparison[] {
  if (grid.primary < 0) return [];
  const baseline = scoresOf[grid.primary]!.byTask;
  const candidates = candidatesOf(grid).map((place) => {
    const scores = scoresOf[place]!.byTask;
    return { place, scores, ...pairCandidate(grid, scores, baseline) };
  });
  const decided = decideVerdicts(candidates, options);
  const flips = signFlips(
    candidates.map(({ units }) => units),
    { seed: options.seed },
  );
  const flipsAdjusted = holm(flips.map(({ p }) => p));
  const compared = candidates.map(({ place, pairs, families }) => ({ place, tasks: pairs.tasks, families }));
  const costRatios = costRatiosOf(grid, compared, options.seed);

  const alpha = 0.05 / candidates.length;
  return candidates.map(({ place, scores, pairs, families, passOrFail }, at): Comparison => {
    const { verdict, delta, test, pAdjusted } = decided[at]!;
    const candidate = grid.subjects[place]!.name;
    const suite = fixedSuite(scores, baseline, { pairs });
    return {
      baseline: grid.subjects[grid.primary]!.name,
      candidate,
      delta: tidy(delta),
      credible: isCredible(candidate),
      verdict,
      margin: options.margin,
      scope: "tasks-like-these",
      tasks: pairs.tasks.length,
      ...(families && { families: countFamilies(families) }),
      droppedTasks: pairs.dropped.map((task) => grid.tasks[task]!.id),
      runsPerTask: runsPerTask(pairs.tasks, scores, baseline),
      ...toldTests({
        ...{ tasks: pairs.tasks.length, test, flip: flips[at]!, pAdjusted },
        ...{ flipAdjusted: flipsAdjusted[at]!, comparisons: candidates.length },
      }),
      thisSuite:
        suite.state === "estimated"
          ? { standardError: suite.standardError, interval95: suite.interval }
          : null,
      winsTiesLosses: winsTiesLosses(pairs.differences),
      detectable: detectableDifference(pairs.differences, { alpha, passOrFail, families }),
      minimumDetectableEffect:
        test.state === "estimated" ? minimumDetectableEffect(test.standardError, { alpha }) : null,
      costRatio: costRatios[at] ?? null,
    };
  });
}

/** Places of all subjects but the primary baseline. */
export function candidatesOf({ subjects, primary }: ReportGrid): number[] {
  return subjects.flatMap((_, place) => (place === primary ? [] : [place]));
}

function runsPerTask(tasks: readonly number[], a: RunsByTask, b: RunsByTask): [min: number, max: number] {
  let [least, most] = tasks.length === 0 ? [0, 0] : [Infinity, 0];
  for (const task of tasks) {
    least = Math.min(least, a[task]!.length, b[task]!.length);
    most = Math.max(most, a[task]!.length, b[task]!.length);
  }
  return [least, most];
}
