import { baselineModelsProblem } from "./baseline-models-problem.ts";
import { describeValue } from "./describe-value.ts";
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

function usesProblem(uses: unknown): string[] {
  if (uses === undefined || (Array.isArray(uses) && uses.every(isCapability))) return [];
  return [
    `uses is ${describeValue(uses)}; it has to be a list of capabilities, such as [defineCapability({ … })], or be left out.`,
  ];
}

function isCapability(entry: unknown): boolean {
  if (typeof entry === "function") return true;
  return typeof (entry as Record<string, unknown> | null | undefined)?.["~capability"] === "object";
}
