import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";

/** Whether any task has a criterion to judge by. Without one the scorers decide alone, and there is no judge. */
export function isJudged({ tasks }: Pick<RunBenchmarkConfig, "tasks">): boolean {
  return tasks.some(({ rubric }) => rubric.length > 0);
}
