import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { judgeFieldProblems } from "./config-fields.ts";
import { goldenProblems } from "./golden-problems.ts";
import { judgeProblems } from "./judge-problems.ts";
import { limitProblems } from "./limit-problems.ts";
import { cacheProblem, pricesProblem } from "./part-problems.ts";
import { scorerProblems } from "./scorer-problems.ts";
import {
  amountProblem,
  budgetProblem,
  countProblem,
  functionProblem,
  wholeNumberProblem,
} from "./value-problems.ts";

type Options = Pick<
  RunBenchmarkConfig,
  | ("judgeModel" | "judge" | "scorers" | "modelResolver" | "judgeResolver" | "runs" | "concurrency")
  | ("maxCostUsd" | "cellTimeoutMs" | "margin" | "limits" | "prices" | "cache" | "seed")
>;

/** What is wrong with the options that a definition and a run share, in sentences. */
export function optionProblems(options: Options): string[] {
  const { judge, scorers } = options;
  return [
    ...judgeFieldProblems(judge),
    ...judgeProblems(options),
    ...goldenProblems(judge?.golden),
    ...scorerProblems(scorers),
    ...functionProblem("modelResolver", options.modelResolver, "from the id of a model to the model"),
    ...functionProblem("judgeResolver", options.judgeResolver, "from the id of a model to the model"),
    ...countProblem("runs", options.runs),
    ...countProblem("concurrency", options.concurrency),
    ...budgetProblem("maxCostUsd", options.maxCostUsd),
    ...amountProblem("cellTimeoutMs", options.cellTimeoutMs, "a number of milliseconds above 0"),
    ...amountProblem("margin", options.margin, "a difference above 0 and below 1", 1),
    ...limitProblems(options.limits),
    ...pricesProblem(options.prices),
    ...cacheProblem(options.cache),
    ...wholeNumberProblem("seed", options.seed),
  ];
}
