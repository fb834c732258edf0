import type { RunBlockOptions } from "@flow-state-dev/core";
import type { Criterion, JudgeResult } from "./judgement.ts";

/** What is to be judged. The judge sees nothing else: not who made it, and no reference answer. */
export interface JudgeTask {
  /** What was asked for. */
  prompt: string;
  rubric: readonly (string | Criterion)[];
  /** What came out; other values than text are shown as JSON. */
  output: unknown;
  /** What else there is to see, by label: a patch, the final answer of an agent. */
  materials?: Readonly<Record<string, string>>;
  /**
   * What of output and materials is not shown, such as `only a part of the patch is shown`. Words of whoever asks:
   * nothing that came out may be in them. The judge is told to give `cannot-judge` where a verdict depends on it.
   */
  leftOut?: string;
}

/** Where and with what a judgement runs: account, signal, resolver, cache. The account books to the payer `judge`. */
export type JudgeContext = Pick<
  RunBlockOptions,
  | "modelResolver"
  | "account"
  | "prices"
  | "cache"
  | "cacheMode"
  | "signal"
  | "pause"
  | "clock"
  | "random"
  | "cell"
>;

/** The same for a list of outputs. */
export interface JudgeManyContext extends JudgeContext {
  /** Outputs judged at the same time. Default: 4. */
  concurrency?: number;
}

/** Judges outputs against rubrics. */
export interface Judge {
  /** Model ids: one, or those of the panel. */
  readonly models: readonly string[];
  /** Times each of them is asked. */
  readonly repeats: number;
  /** Stands for everything that shapes a judgement but the rubric and the models: prompt, scale, threshold. */
  readonly fingerprint: string;
  /** Calls one judgement takes when nothing has to be asked again. */
  readonly calls: number;
  /** Never rejects. */
  judge(task: JudgeTask, context?: JudgeContext): Promise<JudgeResult>;
}
