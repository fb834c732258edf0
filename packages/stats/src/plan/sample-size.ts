import { minimumTasks } from "../compare/verdict.ts";
import { requirePositive } from "../input/require.ts";
import { type Assumptions, plannedVariance } from "./planned-variance.ts";
import { type Assurance, detectableStandardErrors } from "./power.ts";

/** How many tasks a plan needs. */
export interface SampleSize {
  /** Whole tasks, never fewer than a verdict needs. */
  tasks: number;
  /** What the formula gives, before rounding up. */
  exact: number;
}

/** The tasks needed to see a true difference of this size with the assurance asked for (Miller 2024). */
export function sampleSize(effect: number, assumptions: Assumptions, assurance: Assurance = {}): SampleSize {
  requirePositive("|effect|", Math.abs(effect));
  const exact = plannedVariance(assumptions) * (detectableStandardErrors(assurance) / effect) ** 2;
  // A hair above a whole number is rounding, not one more task.
  return { exact, tasks: Math.max(minimumTasks, Math.ceil(exact * (1 - 1e-12))) };
}
