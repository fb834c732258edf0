import type { GoldenCase, JudgeSettings as JudgeOptions } from "@flow-state-dev/judge";

/** How the judge judges; its model is `judgeModel`. */
export interface JudgeSettings extends Omit<JudgeOptions, "name"> {
  /** Several judge models in place of `judgeModel`; the majority decides each criterion. */
  panel?: readonly string[];
  /** Judge outputs that deserve nothing first; a judge that lets one pass is not used. Default: false. */
  canaries?: boolean;
  /** Outputs with known verdicts, judged first; the agreement is in the report. */
  golden?: readonly GoldenCase[];
}
