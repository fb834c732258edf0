import {
  type AttemptRecord,
  addWork,
  type CountedWork,
  noWork,
  type Outcome,
  type Run,
  type RunStore,
  shortRunId,
} from "@flow-state-dev/records";
import type { PlannedCell, TakenOver } from "@flow-state-dev/sweep";
import { artifactNames, fromEvidence } from "./cell-evidence.ts";
import { type KeptSubject, readOutput, textOf, workOfSubject } from "./kept-subject.ts";

/** What the subject of a cell came to in the run that is graded anew. */
export type GradedOutput =
  | ({ state: "done" } & Omit<KeptSubject, "madeIn" | "codeScores" | "cached">)
  | { state: "none"; outcome: Outcome; latencyMs: number; transcript: string; takenOver: TakenOver };

type Ended = AttemptRecord & { state: "ended" };

/**
 * What the subject came to there. A subject that failed has failed; of a cell that came to nothing, or whose output
 * cannot be had again exactly as it was, there is no score.
 */
export async function readGradedOutput(
  store: RunStore,
  { id, manifest }: Run,
  { subject, task, run }: PlannedCell,
): Promise<GradedOutput> {
  const cell = { subject, task, run };
  const attempts = await store.attempts(id, cell);
  const attempt = attempts.findLast((each): each is Ended => each.state === "ended");
  if (!attempt || attempt.taskHash !== manifest.tasks[task]) return nothing(id, "it never ended there");
  const { latencyMs = attempt.workingMs, outputForm, ...evidence } = fromEvidence(attempt.evidence);
  const { madeIn = attempt.attempt, cached = noWork(), earlierWork } = evidence;
  const made = earlierWork ?? addWork(await workOfSubject(store, id, cell, madeIn), cached);
  const takenOver = { workingMs: latencyMs, suspect: attempt.suspect, work: unpaid(made) };
  const text = async (name: string) => textOf(await store.artifact(id, cell, attempt.attempt, name));
  const transcript = (await text(artifactNames.transcript)) ?? "";
  const { outcome } = attempt;
  if (isOfSubject(outcome)) return { state: "none", outcome, latencyMs, transcript, takenOver };
  const output = await text(artifactNames.output);
  if (output === undefined) return nothing(id, `it came to ${outcome.kind} there`);
  if (outputForm === undefined) return nothing(id, "its output cannot be had again as it was");
  return { state: "done", output: readOutput(output, outputForm), latencyMs, transcript, takenOver };
}

/** Outcomes that grading has no part in. */
function isOfSubject({ kind }: Outcome): boolean {
  return kind === "errored" || kind === "timed-out" || kind === "over-budget";
}

/** Work that the run which grades it has not paid for. */
function unpaid(work: CountedWork): CountedWork {
  return { ...work, cachedUsd: work.costUsd };
}

function nothing(runId: string, why: string): GradedOutput {
  const message = `Run ${shortRunId(runId)} has no output of this cell to grade: ${why}. Run it without regrade.`;
  const outcome = { kind: "unscored", error: { name: "NoOutputError", message, code: "no-output" } } as const;
  return {
    ...{ state: "none", outcome, latencyMs: 0, transcript: "" },
    takenOver: { workingMs: 0, suspect: false },
  };
}
