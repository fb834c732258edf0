import type { BenchmarkSubject, PriceTable } from "@flow-state-dev/core";
import type { Judge } from "@flow-state-dev/judge";
import { mean } from "@flow-state-dev/stats";
import { defaultRuns } from "../benchmark-plan.ts";
import type { RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { type AskingScorer, askingScorers } from "./asking-scorers.ts";
import type { BenchmarkForecast, Estimate } from "./benchmark-forecast.ts";
import type { EarlierCells } from "./earlier-cells.ts";

/** Characters that make a token, roughly, in English. */
const charactersPerToken = 4;
/** What a call takes beside the prompt of its task, and what it answers, in tokens. */
const call = { inputTokens: 400, outputTokens: 350 };
const judgeCall = { inputTokens: 900, outputTokensPerCriterion: 80 };
/** A guess may be wrong by this factor either way; what was seen before by less. */
const guessFactor = 2;
const seenFactor = 1.4;
/** Calls that one call becomes where the model may use tools. */
const toolTurns = { expected: 2, high: 4 };

interface Sources {
  judge: Judge;
  prices: PriceTable;
  earlier: EarlierCells | undefined;
  /** Outputs judged before the first cell. */
  checkedOutputs: number;
  /** Names of subjects that may use tools. */
  withTools: ReadonlySet<string>;
}

/** What a benchmark will probably cost: by what earlier cells cost, else by the length of its prompts. */
export function guessCosts(
  config: Pick<
    RunBenchmarkConfig,
    "subjects" | "tasks" | "model" | "runs" | "regrade" | "scorers" | "judge" | "judgeModel"
  >,
  { judge, prices, earlier, checkedOutputs, withTools }: Sources,
): Pick<BenchmarkForecast, "costUsd" | "unpriced"> {
  const { subjects, tasks, model, runs = defaultRuns, regrade } = config;
  const unpriced = new Set<string>();
  const costOf = (modelId: string, usage: { inputTokens: number; outputTokens: number }) => {
    const cost = prices.cost(modelId, {
      ...usage,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    });
    if (cost === null) unpriced.add(modelId);
    return cost ?? 0;
  };
  const promptTokens = mean(tasks.map(({ prompt }) => prompt.length / charactersPerToken)) ?? 0;
  const criteria = mean(tasks.map(({ rubric }) => rubric.length)) ?? 0;
  const judgementUsd = ({ models, repeats }: AskingScorer) =>
    models
      .map((id) =>
        costOf(id, {
          inputTokens: Math.round(promptTokens + judgeCall.inputTokens),
          outputTokens: Math.round(Math.max(1, criteria) * judgeCall.outputTokensPerCriterion),
        }),
      )
      .reduce((sum, usd) => sum + usd, 0) * repeats;
  const judgeUsd = () => judgementUsd(judge);
  const asking = askingScorers(config);
  const gradingUsd = () =>
    asking.reduce((sum, scorer) => sum + judgementUsd(scorer), criteria === 0 ? 0 : judgeUsd());
  const callUsd = (subject: BenchmarkSubject) =>
    costOf(subject.model ?? model, {
      inputTokens: Math.round(promptTokens + call.inputTokens),
      outputTokens: call.outputTokens,
    });
  const cells = tasks.length * runs;
  const sum = { low: 0, expected: 0, high: 0 };
  const add = (bounds: Estimate, times: number) => {
    for (const bound of ["low", "expected", "high"] as const) sum[bound] += bounds[bound] * times;
  };
  for (const subject of subjects) {
    const seen = earlier?.bySubject.get(subject.name);
    const { min, max } = subject.calls ?? { min: 1, max: 1 };
    // Outputs that are there already are only judged.
    const isMade = regrade !== undefined;
    if (seen) add(seenBounds((seen.judgeUsd + (isMade ? 0 : seen.subjectUsd)) / seen.cells), cells);
    else {
      const turns = withTools.has(subject.name) ? toolTurns : { expected: 1, high: 1 };
      const calls = { low: min, expected: Math.sqrt(min * max) * turns.expected, high: max * turns.high };
      add(guessBounds(isMade || max === 0 ? 0 : callUsd(subject), calls, gradingUsd()), cells);
    }
  }
  if (checkedOutputs > 0) add(guessBounds(judgeUsd(), { low: 1, expected: 1, high: 1 }, 0), checkedOutputs);
  return { costUsd: unpriced.size > 0 ? null : sum, unpriced: [...unpriced] };
}

function seenBounds(usd: number): Estimate {
  return { low: usd / seenFactor, expected: usd, high: usd * seenFactor };
}

function guessBounds(callUsd: number, calls: Estimate, judgeUsd: number): Estimate {
  return {
    low: (callUsd * calls.low + judgeUsd) / guessFactor,
    expected: callUsd * calls.expected + judgeUsd,
    high: (callUsd * calls.high + judgeUsd) * guessFactor,
  };
}
