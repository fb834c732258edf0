import { createJudge, type Judge } from "@flow-state-dev/judge";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** The judge that a configuration asks for. */
export function judgeOf({
  model,
  judgeModel,
  judge = {},
}: Pick<RunBenchmarkConfig, "model" | "judgeModel" | "judge">): Judge {
  const { canaries: _canaries, golden: _golden, panel, ...options } = judge;
  return createJudge(panel ? { ...options, panel } : { ...options, model: judgeModel ?? model });
}
