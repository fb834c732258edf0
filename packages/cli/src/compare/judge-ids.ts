import type { RunBenchmarkConfig } from "@flow-state-dev/testing";

/** Ids of the models that judge; none when no task has a criterion, for then scorers alone decide. */
export function judgeIds({
  tasks,
  judge,
  judgeModel,
  model,
}: Pick<RunBenchmarkConfig, "tasks" | "judge" | "judgeModel" | "model">): readonly string[] {
  if (tasks.every(({ rubric }) => rubric.length === 0)) return [];
  return judge?.panel ?? [judgeModel ?? model];
}
