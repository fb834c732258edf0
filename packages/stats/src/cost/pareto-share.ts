import { InvalidInputError } from "../input/invalid-input.ts";
import { requireCount, requireFinite, requireSameLength } from "../input/require.ts";
import { mulberry32 } from "../random/mulberry32.ts";
import { paretoFront } from "./pareto-front.ts";

/** What one subject cost and scored on each task; all subjects on the same tasks in the same order. */
export interface CostsAndScores {
  costs: readonly number[];
  scores: readonly number[];
}

/** Settings of the resampling. */
export interface ParetoShareOptions {
  /** Default 2,000. */
  resamples?: number;
  /** Default 1. */
  seed?: number;
}

/**
 * How surely each subject is on the Pareto front: the share of samples of tasks, drawn with replacement, in which
 * its mean cost and mean score are. Null without tasks.
 */
export function paretoShare(
  subjects: readonly CostsAndScores[],
  { resamples = 2000, seed = 1 }: ParetoShareOptions = {},
): number[] | null {
  requireCount("resamples", resamples, 1);
  const tasks = subjects[0]?.costs.length ?? 0;
  for (const { costs, scores } of subjects) {
    requireSameLength("scores", scores, "costs", costs);
    if (costs.length !== tasks)
      throw new InvalidInputError("costs", `one for each of the ${tasks} tasks`, costs);
    requireFinite("costs", costs);
    requireFinite("scores", scores);
  }
  if (tasks === 0) return null;
  const random = mulberry32(seed);
  const times = subjects.map(() => 0);
  const drawn = new Uint32Array(tasks);
  for (let resample = 0; resample < resamples; resample++) {
    for (let i = 0; i < tasks; i++) drawn[i] = Math.floor(random() * tasks);
    const points = subjects.map(({ costs, scores }, place) => {
      let cost = 0;
      let score = 0;
      for (const task of drawn) {
        cost += costs[task]!;
        score += scores[task]!;
      }
      return { cost, score, place };
    });
    for (const { place } of paretoFront(points)) times[place]!++;
  }
  return times.map((count) => count / resamples);
}
