import { minimumTasks } from "../compare/verdict.ts";
import { requirePositive } from "../input/require.ts";
import { type Assumptions, plannedVariance } from "./planned-variance.ts";
import { type Assurance, detectableStandardErrors } from "./power.ts";

/** How many tasks a plan needs. */
export interface SampleSize {
  /** Whole tasks, never fewer than a verdict needs. */
  tasks: number;
  /** What the formula gives. */
  exact: number;
}

/**
 * The tasks needed to see a true difference of this size with the assurance asked for: as many as the t test takes, a
 * few more than the formula (Miller 2024), which goes by the normal law.
 */
export function sampleSize(effect: number, assumptions: Assumptions, assurance: Assurance = {}): SampleSize {
  requirePositive("|effect|", Math.abs(effect));
  const exact = plannedVariance(assumptions) * (detectableStandardErrors(assurance) / effect) ** 2;
  const takes = (tasks: number) =>
    plannedVariance(assumptions) *
    (detectableStandardErrors({ ...assurance, degreesOfFreedom: tasks - 1 }) / effect) ** 2;
  // A hair above a whole number is rounding, not one more task.
  let tasks = Math.max(minimumTasks, Math.ceil(exact * (1 - 1e-12)));
  while (takes(tasks) * (1 - 1e-12) > tasks) tasks++;
  return { exact, tasks };
}
