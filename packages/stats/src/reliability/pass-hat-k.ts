import { requireCount } from "../input/require.ts";
import { type Passes, requirePasses } from "../rate/passes.ts";
import { overTasks, type SuitePass } from "./over-tasks.ts";

/**
 * The unbiased chance that all of k runs pass (pass^k of τ-bench), C(c, k)/C(n, k): reliability. Null with fewer
 * than k runs.
 */
export function passHatK(passes: Passes, k: number): number | null {
  requirePasses(passes);
  requireCount("k", k, 1);
  const { passed, runs } = passes;
  if (runs < k) return null;
  let allOfK = 1;
  for (let i = 0; i < k && allOfK > 0; i++) allOfK *= (passed - i) / (runs - i);
  return allOfK;
}

/** The mean of pass^k over tasks. */
export function suitePassHatK(tasks: readonly Passes[], k: number): SuitePass {
  return overTasks(tasks, (passes) => passHatK(passes, k));
}
