import {
  artifactText,
  atSameContent,
  type CellId,
  type CellRecord,
  cellUsage,
  type Outcome,
  type RunStore,
} from "@flow-state-dev/records";
import type { CellPlan } from "@flow-state-dev/sweep";
import { caseArtifacts } from "../../results/case-evidence.ts";
import { fromCaseEvidence } from "../../results/read-case-evidence.ts";
import type { CaseRun } from "../../results/suite-results.ts";
import { sizeOf } from "../../text/size-of.ts";
import { PatchRoom } from "./patch-room.ts";
import { runCosts } from "./run-costs.ts";

/** A run of a case as it was kept, and who worked on it. */
export interface KeptRun {
  cell: CellId;
  run: CaseRun;
  agentVersion: string | null;
  model: string | null;
}

/** Every run of the plan that has an outcome, earlier processes' included. */
export async function readCaseRuns(store: RunStore, runId: string, plan: CellPlan): Promise<KeptRun[]> {
  const runs: KeptRun[] = [];
  const patches = new PatchRoom();
  for await (const record of store.cells(runId)) {
    if (plan.positionOf(record) === -1 || record.outcome === null) continue;
    if (record.taskHash !== plan.taskHash(record.task)) continue;
    runs.push(await keptRun(store, runId, record, record.outcome, patches));
  }
  return runs;
}

/**
 * A run of a case from what is kept of it.
 *
 * @param patches room for its patch, which is not looked at when there is none
 */
export async function keptRun(
  store: RunStore,
  runId: string,
  record: CellRecord,
  outcome: Outcome,
  patches?: PatchRoom,
): Promise<KeptRun> {
  const { subject, task, run, suspect, workingMs } = record;
  const cell = { subject, task, run };
  const own = await atSameContent(store, runId, record);
  const last = (await store.attempts(runId, cell)).findLast(({ state }) => state === "ended");
  const evidence = last?.state === "ended" ? fromCaseEvidence(last.evidence) : {};
  const kept = last && patches ? await store.artifact(runId, cell, last.attempt, caseArtifacts.patch) : null;
  const patch = kept && artifactText(kept);
  const hasRoom = patch !== null && patches!.take(patch);
  const used = await cellUsage(own.store, { id: runId }, own.cell);
  const error = errorOf(outcome);
  return {
    cell,
    agentVersion: evidence.agent?.version ?? null,
    model: evidence.agent?.model ?? null,
    run: {
      run,
      outcome: outcome.kind,
      pass: outcome.kind === "passed",
      ...(await runCosts(own.store, runId, own.cell)),
      duration: Math.round(evidence.agentMs ?? workingMs) / 1000,
      tokens: used && { input: used.inputTokens, output: used.outputTokens },
      turns: evidence.turns ?? null,
      ...(evidence.reported && { reported: evidence.reported }),
      ...(evidence.wire && { wire: evidence.wire }),
      attempts: own.cell.attempts,
      ended: evidence.ended ?? outcome.kind,
      detail: evidence.detail ?? "",
      expectations: evidence.expectations ?? [],
      putBack: evidence.putBack ?? [],
      warnings: [...(evidence.warnings ?? []), ...(patch === null || hasRoom ? [] : [leftOut(patch)])],
      ...(evidence.kept !== undefined && { kept: evidence.kept }),
      ...(error !== undefined && { error }),
      ...(hasRoom && { patch }),
      suspect,
    },
  };
}

function leftOut(patch: string): string {
  return `Its patch of ${sizeOf(Buffer.byteLength(patch))} is left out here, where all of them together would be too large; x show has it with the case.`;
}

function errorOf(outcome: Outcome): string | undefined {
  if ("error" in outcome) return outcome.error.message;
  if (outcome.kind === "timed-out") return `It was not done after ${outcome.afterMs / 1000} s.`;
  return outcome.kind === "cancelled" ? outcome.reason : undefined;
}
