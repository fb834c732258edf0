import type { BenchmarkCategory } from "@flow-state-dev/core";
import type { JudgeContext } from "@flow-state-dev/judge";
import type { AskedModel } from "./asked-model.ts";
import type { ScoreResult } from "./score-result.ts";

/** The task behind an output, as far as a scorer may know it. */
export interface ScorerTask {
  id: string;
  category?: BenchmarkCategory;
  metadata?: Readonly<Record<string, unknown>>;
}

/** The reference a scorer of such outputs may be given: all of it, or only the fields that matter. */
export type ExpectedOf<TOut> = TOut | Partial<TOut>;

/** What a scorer looks at. */
export interface ScorerArgs<TOut = unknown> {
  /** What came out; text in most cases. */
  output: TOut;
  /** The reference, where the task has one. */
  expected?: ExpectedOf<TOut>;
  /** What went in. */
  input: unknown;
  task?: ScorerTask;
  /** Fires when the scorer has to stop: its time is over, or the run ends. */
  signal?: AbortSignal;
  /** For scorers that ask models: who pays, and how ids become models. The account books to the payer `judge`. */
  context?: JudgeContext;
}

/**
 * Gives an output a score. A scorer keeps nothing between outputs. One that cannot tell, because the reference is
 * missing or its model does not answer, throws: no score is not a score of 0.
 */
export type Scorer<TOut = unknown> = {
  /** Unique among the scorers of a run; scores are kept under it. */
  name: string;
  /** From which score on an output passes, where that is a matter of degree. */
  threshold?: number;
  /** How long one output may take; two minutes when neither the scorer nor the run says. */
  timeoutMs?: number;
  /**
   * It asks models, which takes time and money: what the subject came to is made durable before it begins. Default:
   * false.
   */
  asksModels?: boolean;
  /**
   * The models it asks, where it can tell: a benchmark looks before it begins whether they can be had and have a price,
   * and a plan counts their calls.
   */
  asks?: readonly AskedModel[];
  /**
   * What it was made with, such as options or a function, where its own source does not tell. Scorers that differ here
   * are different scorers: a run is not continued with another.
   */
  definition?: unknown;
  score(args: ScorerArgs<TOut>): ScoreResult | Promise<ScoreResult>;
};
