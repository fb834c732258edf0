import { type BenchmarkSubject, type BenchmarkTask, sumUsd } from "@flow-state-dev/core";
import {
  atSameContent,
  type CellId,
  type CellRecord,
  type Outcome,
  type RunStore,
  scoreOf,
} from "@flow-state-dev/records";
import type { CellPlan } from "@flow-state-dev/sweep";
import type { BenchmarkRunResult } from "../../report/benchmark-run-result.ts";
import { artifactNames, type CellEvidence, fromEvidence } from "../cell/cell-evidence.ts";
import { type LostCalls, lostCallsOf } from "./lost-calls.ts";

/** What this process remembers of a cell it ran; the rest is read from the store. */
export interface RememberedCell {
  attempt: number;
  evidence: CellEvidence;
  output?: string;
}

/** Where the results of a run are read from. */
export interface ResultSource {
  store: RunStore;
  runId: string;
  plan: CellPlan;
  subjects: ReadonlyMap<string, BenchmarkSubject>;
  tasks: ReadonlyMap<string, BenchmarkTask>;
  /** Did calls break off before anything of their answers came? */
  brokeOff: boolean;
  /** By position in the plan. */
  remembered: ReadonlyMap<number, RememberedCell>;
}

/** Every cell of the plan that has an outcome, in the order of the plan; cells of earlier processes included. */
export async function readResults(source: ResultSource): Promise<BenchmarkRunResult[]> {
  const { store, runId, plan, brokeOff } = source;
  const found: (BenchmarkRunResult | undefined)[] = new Array(plan.count).fill(undefined);
  for await (const record of store.cells(runId)) {
    const position = plan.positionOf(record);
    if (position === -1 || record.outcome === null) continue;
    if (record.taskHash !== plan.taskHash(record.task)) continue;
    const known = source.remembered.get(position);
    const seen = known?.attempt === record.attempts ? known : await readEvidence(store, runId, record);
    const own = await atSameContent(store, runId, record);
    const lost = await lostCallsOf(own.store, runId, own.cell, brokeOff);
    found[position] = resultOf(source, own.cell, record.outcome, seen, lost);
  }
  return found.filter((result) => result !== undefined);
}

function resultOf(
  { subjects, tasks }: ResultSource,
  record: CellRecord,
  outcome: Outcome,
  { evidence, output }: Omit<RememberedCell, "attempt">,
  lost: LostCalls,
): BenchmarkRunResult {
  const { category, family } = tasks.get(record.task)!;
  return resultFrom(record, outcome, {
    kind: subjects.get(record.subject)!.kind,
    ...{ category, ...(family !== undefined && { family }) },
    evidence,
    ...(output !== undefined && { output }),
    lost,
  });
}

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

async function readEvidence(
  store: RunStore,
  runId: string,
  { subject, task, run }: CellId,
): Promise<{ evidence: CellEvidence; output?: string }> {
  const cell = { subject, task, run };
  const attempt = (await store.attempts(runId, cell)).findLast(({ state }) => state === "ended");
  if (attempt?.state !== "ended") return { evidence: {} };
  const evidence = fromEvidence(attempt.evidence);
  if (!attempt.artifacts.some(({ name }) => name === artifactNames.output)) return { evidence };
  const artifact = await store.artifact(runId, cell, attempt.attempt, artifactNames.output);
  if (!artifact) return { evidence };
  const { content } = artifact;
  return { evidence, output: typeof content === "string" ? content : new TextDecoder().decode(content) };
}
