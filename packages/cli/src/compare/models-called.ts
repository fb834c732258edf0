import type { RunBenchmarkConfig } from "@flow-state-dev/testing";
import { judgeIds } from "./judge-ids.ts";

/** The models of all subjects, and those of the judge. */
export function modelsCalled(config: RunBenchmarkConfig): string[] {
  return [...config.subjects.map((subject) => subject.model ?? config.model), ...judgeIds(config)];
}

/** Models that are served by their providers: those that a definition makes itself are its own business. */
export function modelsServed(config: RunBenchmarkConfig): string[] {
  const isOurs = (resolver: unknown) => resolver === undefined || "resolveId" in (resolver as object);
  return [
    ...(isOurs(config.modelResolver) && config.regrade === undefined ? [config.model] : []),
    ...(isOurs(config.judgeResolver) ? judgeIds(config) : []),
  ];
}
