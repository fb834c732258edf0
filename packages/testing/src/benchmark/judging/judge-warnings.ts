import { fullModelId } from "@flow-state-dev/core";
import { type Judge, selfPreferenceWarning } from "@flow-state-dev/judge";
import type { BenchmarkRunResult } from "../../report/benchmark-run-result.ts";
import type { JudgeSummary } from "../../report/judge-summary.ts";
import { modelsOf } from "../cell/executor-resolvers.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";

/** A judge tends to like what is like itself. Without a rubric it has nothing to say. */
export function selfPreferenceWarnings(
  { subjects, model, tasks }: Pick<RunBenchmarkConfig, "subjects" | "model" | "tasks">,
  judge: Pick<Judge, "models">,
): string[] {
  if (tasks.every(({ rubric }) => rubric.length === 0)) return [];
  const executors = [...new Set(subjects.flatMap((subject) => modelsOf(subject, model)))];
  const warning = selfPreferenceWarning(judge.models, executors, "answers");
  return warning === null ? [] : [warning];
}

/**
 * A panel is in place of `judgeModel`: who gave both, and another model there, may count on a judge that is not asked.
 */
export function panelWarnings({
  judgeModel,
  judge,
}: Pick<RunBenchmarkConfig, "judgeModel" | "judge">): string[] {
  if (judgeModel === undefined || judge?.panel === undefined) return [];
  if (judge.panel.some((id) => fullModelId(id) === fullModelId(judgeModel))) return [];
  return [
    `The judgeModel ${judgeModel} is not asked, because judge.panel is in its place: leave it out, or add it to the panel.`,
  ];
}

/** Says how many outputs no judge saw all of. */
export function leftOutWarnings(results: readonly Pick<BenchmarkRunResult, "judgeLeftOut">[]): string[] {
  const cells = results.filter(({ judgeLeftOut }) => judgeLeftOut !== undefined).length;
  if (cells === 0) return [];
  const outputs = cells === 1 ? "the output of 1 cell" : `the outputs of ${cells} cells`;
  return [
    `The judge was shown only the beginning and the end of ${outputs}, which had more than 256 KB; what it could not tell for that is not judged.`,
  ];
}

/** Says which judges were missing, for a panel of which one is missing is another panel. */
export function judgeFailureWarnings(
  { failures = [] }: Pick<JudgeSummary, "failures">,
  cells: number,
): string[] {
  return failures.map(
    ({ judge, cells: missed, message }) =>
      `The judge ${judge} gave no judgement in ${missed} of ${cells} cells; where enough others did, they decided. The first time: ${message}`,
  );
}
