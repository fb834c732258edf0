import { sumUsd } from "@flow-state-dev/core";
import { type CellRecord, type Outcome, scoreOf } from "@flow-state-dev/records";
import type { BenchmarkRunResult } from "../../report/benchmark-run-result.ts";
import type { CellEvidence } from "../cell/cell-evidence.ts";
import type { LostCalls } from "./lost-calls.ts";

/** What the row of a cell does not say. */
export interface ResultFacts extends Pick<BenchmarkRunResult, "kind" | "category" | "family" | "output"> {
  evidence: CellEvidence;
  lost: LostCalls;
}

/** A result from the row of a cell and what is known beside it. */
export function resultFrom(
  record: CellRecord,
  outcome: Outcome,
  { kind, category, family, output, evidence, lost }: ResultFacts,
): BenchmarkRunResult {
  const { subject, task, run, spend, usage, attempts, suspect, workingMs, taskHash } = record;
  // Of a run under way a call may be lost after the row was read, which then does not have it yet.
  const subjectCostUsd = Math.max(0, sumUsd([spend.subject, spend.agent, -lost.subjectUsd]));
  const judgeCostUsd = Math.max(0, sumUsd([spend.judge, -lost.judgeUsd]));
  return {
    ...{ subject, kind, taskId: task, category, ...(family !== undefined && { family }), run },
    score: scoreOf(outcome) ?? 0,
    passed: outcome.kind === "passed",
    errored: outcome.kind === "errored" || outcome.kind === "timed-out" || outcome.kind === "over-budget",
    costUsd: sumUsd([subjectCostUsd, judgeCostUsd]),
    latencyMs: evidence.latencyMs ?? workingMs,
    ...(evidence.codeScores && { codeScores: evidence.codeScores }),
    outcome: outcome.kind,
    ...(output !== undefined && { output }),
    ...(evidence.findings && { findings: evidence.findings }),
    ...(evidence.judgeFailures && { judgeFailures: evidence.judgeFailures }),
    ...(evidence.judgeLeftOut !== undefined && { judgeLeftOut: evidence.judgeLeftOut }),
    ...(evidence.judgeScores && { judgeScores: evidence.judgeScores }),
    ...errorOf(outcome),
    ...(evidence.scorerErrors && { scorerErrors: evidence.scorerErrors }),
    ...{ subjectCostUsd, judgeCostUsd },
    unknownCalls: spend.unknownCalls + lost.calls + lost.unheard,
    ...(lost.calls > 0 && { lostCalls: lost.calls }),
    ...{ usage, attempts, suspect, taskHash },
    ...(lost.work && { counted: lost.work }),
  };
}

function errorOf(outcome: Outcome): Pick<BenchmarkRunResult, "error"> {
  if ("error" in outcome) return { error: outcome.error };
  if (outcome.kind === "timed-out")
    return { error: { name: "Timeout", message: `It was not done after ${outcome.afterMs / 1000} s.` } };
  return outcome.kind === "cancelled" ? { error: { name: "Cancelled", message: outcome.reason } } : {};
}
