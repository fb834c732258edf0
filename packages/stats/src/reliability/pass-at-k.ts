import { requireCount } from "../input/require.ts";
import { type Passes, requirePasses } from "../rate/passes.ts";
import { overTasks, type SuitePass } from "./over-tasks.ts";

/**
 * The unbiased chance that at least one of k runs passes (Chen 2021), 1 − C(n − c, k)/C(n, k); null with fewer
 * than k runs. For tasks where something can pick the run that passed.
 */
export function passAtK(passes: Passes, k: number): number | null {
  requirePasses(passes);
  requireCount("k", k, 1);
  const { passed, runs } = passes;
  if (runs < k) return null;
  let noneOfK = 1;
  // C(n − c, k)/C(n, k) is symmetric in c and k: the shorter product is taken. Fewer than k failures make a factor 0.
  const [shorter, longer] = passed < k ? [passed, k] : [k, passed];
  for (let i = 0; i < shorter; i++) noneOfK *= 1 - longer / (runs - i);
  return 1 - noneOfK;
}

/** The mean of pass@k over tasks. */
export function suitePassAtK(tasks: readonly Passes[], k: number): SuitePass {
  return overTasks(tasks, (passes) => passAtK(passes, k));
}
