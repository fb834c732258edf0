import { createJudge, type Judge } from "@flow-state-dev/judge";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { isJudged } from "./is-judged.ts";

type JudgeConfig = Pick<RunBenchmarkConfig, "model" | "judgeModel" | "judge" | "tasks">;

/** The judge that a configuration asks for. One that has nothing to judge is no model and takes no calls. */
export function judgeOf(config: JudgeConfig): Judge {
  const { model, judgeModel, judge = {} } = config;
  const { canaries: _canaries, golden: _golden, panel, ...options } = judge;
  const made = createJudge(panel ? { ...options, panel } : { ...options, model: judgeModel ?? model });
  return isJudged(config) ? made : { ...made, models: [], calls: 0 };
}
