import { describeValue } from "./describe-value.ts";

/** What is wrong with the models of further baselines, in a sentence: without a baseline they would be passed over. */
export function baselineModelsProblem({
  baseline,
  baselineModels,
}: {
  baseline?: unknown;
  baselineModels?: unknown;
}): string[] {
  if (baselineModels === undefined) return [];
  if (!Array.isArray(baselineModels) || baselineModels.some((id) => typeof id !== "string"))
    return [
      `baselineModels is ${describeValue(baselineModels)}; it has to be a list of ids of models, or be left out.`,
    ];
  if (baseline !== false || baselineModels.length === 0) return [];
  return [
    `baseline is false, so the baselineModels ${baselineModels.join(", ")} would not run: leave one of the two fields out.`,
  ];
}
