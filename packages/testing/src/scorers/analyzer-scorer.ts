import type { ModelResolver } from "@flow-state-dev/core";
import { judgeScorer } from "./judge-scorer.ts";
import type { Scorer } from "./scorer.ts";

/** What an analyzer looks for. */
export interface AnalyzerScorerOptions {
  criteria: readonly string[];
  model: string;
  /** `mean` when absent. Weights go by the text of the criterion; 1 for those that have none. */
  scoreMapping?: "mean" | "min" | { strategy: "weighted"; weights: Readonly<Record<string, number>> };
  /** `analyzer` when absent. */
  name?: string;
  /** 0.5 when absent. */
  threshold?: number;
  modelResolver?: ModelResolver;
}

/** `judgeScorer` under the name and with the options that programs written for other versions know. */
export function analyzerScorer(options: AnalyzerScorerOptions): Scorer {
  const { criteria, scoreMapping = "mean", name = "analyzer", ...rest } = options;
  if (typeof scoreMapping === "string") return judgeScorer({ ...rest, name, criteria, scoreMapping });
  const { weights } = scoreMapping;
  const weighted = criteria.map((text) => ({
    text,
    weight: Object.hasOwn(weights, text) ? weights[text]! : 1,
  }));
  return judgeScorer({ ...rest, name, criteria: weighted });
}
