import { isScored, type OutcomeKind } from "@flow-state-dev/records";
import type { BenchmarkRunResult } from "./benchmark-run-result.ts";

/** A result read by the rules of the report. */
export interface GradedCell {
  kind: OutcomeKind;
  /** 0 for what broke, ran out of time or of its own money; null when the outcome is no score. */
  score: number | null;
  subjectUsd: number;
  judgeUsd: number;
  /** Calls whose cost nobody knows. */
  unknownCalls: number;
  /** What comparisons go by: US dollars that the score took of the subject; null when nobody knows. */
  comparedUsd: number | null;
}

/**
 * Reads a result. The outcome decides when there is one, else the flags do. A score that is no number is no score.
 * Where the cost is not split between subject and judge all of it is the subject's.
 */
export function gradeCell(result: BenchmarkRunResult): GradedCell {
  const said = result.outcome ?? (result.errored ? "errored" : result.passed ? "passed" : "failed");
  const graded = said === "passed" || said === "failed";
  const kind = graded && !Number.isFinite(result.score) ? "unscored" : said;
  const score = graded ? result.score : 0;
  const { costUsd, subjectCostUsd, judgeCostUsd, unknownCalls = 0 } = result;
  const total = isAmount(costUsd) ? costUsd : 0;
  const known = isAmount(costUsd) && isAmount(subjectCostUsd ?? 0) && isAmount(judgeCostUsd ?? 0);
  const subjectUsd = amount(subjectCostUsd) ?? Math.max(0, total - (amount(judgeCostUsd) ?? 0));
  return {
    kind,
    score: isScored(kind) ? score : null,
    subjectUsd,
    judgeUsd: amount(judgeCostUsd) ?? Math.max(0, total - (amount(subjectCostUsd) ?? total)),
    unknownCalls: known ? unknownCalls : Math.max(1, unknownCalls),
    comparedUsd: result.counted
      ? knownOf(result.counted.costUsd, result.counted.unknownCalls)
      : knownOf(known ? subjectUsd : undefined, unknownCalls),
  };
}

function knownOf(usd: number | undefined, unknownCalls: number): number | null {
  return unknownCalls > 0 ? null : (amount(usd) ?? null);
}

function amount(usd: number | undefined): number | undefined {
  return usd !== undefined && isAmount(usd) ? usd : undefined;
}

function isAmount(usd: number): boolean {
  return Number.isFinite(usd) && usd >= 0;
}
