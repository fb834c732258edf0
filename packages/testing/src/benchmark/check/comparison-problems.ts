import { baselineModelsProblem } from "./baseline-models-problem.ts";
import { usesProblem } from "./uses-problem.ts";
import { booleanProblem } from "./value-problems.ts";

/** What is wrong with the options that decide which subjects are built beside those that are named. In sentences. */
export function comparisonProblems(
  options: Partial<Record<"baseline" | "baselineModels" | "uses", unknown>>,
): string[] {
  return [
    ...booleanProblem("baseline", options.baseline),
    ...baselineModelsProblem(options),
    ...usesProblem(options.uses),
  ];
}
