import type { RunBenchmarkConfig } from "@flow-state-dev/testing";
import { judgeIds } from "./judge-ids.ts";

/** The models of all subjects, those of the judge, and those that scorers tell of. */
export function modelsCalled(config: RunBenchmarkConfig): string[] {
  return [...config.subjects.map((subject) => subject.model ?? config.model), ...gradingIds(config)];
}

/** Ids of all models that grade. */
export function gradingIds(
  config: Pick<RunBenchmarkConfig, "scorers" | "tasks" | "judge" | "judgeModel" | "model">,
): string[] {
  const asked = (config.scorers ?? []).flatMap(({ asks = [] }) => asks.map(({ id }) => id));
  return [...judgeIds(config), ...asked];
}

/** Of scorers: those that they have from where the judge has its own. */
function scorerIds({ scorers = [] }: RunBenchmarkConfig): string[] {
  const asked = scorers.flatMap(({ asks = [] }) => asks);
  return asked.filter(({ resolver }) => resolver === undefined).map(({ id }) => id);
}

/** Models that are served by their providers: those that a definition makes itself are its own business. */
export function modelsServed(config: RunBenchmarkConfig): string[] {
  const isOurs = (resolver: unknown) => resolver === undefined || "resolveId" in (resolver as object);
  return [
    ...(isOurs(config.modelResolver) && config.regrade === undefined ? [config.model] : []),
    ...(isOurs(config.judgeResolver) ? [...judgeIds(config), ...scorerIds(config)] : []),
  ];
}
