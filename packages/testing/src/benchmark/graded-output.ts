import {
  type AttemptRecord,
  addWork,
  type CellId,
  isScored,
  noWork,
  type Outcome,
  type Run,
  type RunStore,
  shortRunId,
  workOfAttempt,
} from "@flow-state-dev/records";
import type { PlannedCell, TakenOver } from "@flow-state-dev/sweep";
import { artifactNames, fromEvidence } from "./cell-evidence.ts";
import { type KeptSubject, readKeptSubject, readOutput, textOf } from "./kept-subject.ts";

/** What the subject of a cell came to in the run that is graded anew. */
export type GradedOutput =
  | ({ state: "done" } & Pick<KeptSubject, "output" | "latencyMs" | "transcript" | "takenOver">)
  | { state: "none"; outcome: Outcome; latencyMs: number; transcript: string; takenOver: TakenOver };

type Ended = AttemptRecord & { state: "ended" };

/**
 * What the subject came to there. A subject that failed has failed. Of a cell without a score its output is taken as
 * that run itself would have it judged; where there is none, or it cannot be had again exactly as it was, there is no
 * score here either.
 */
export async function readGradedOutput(
  store: RunStore,
  { id, manifest }: Run,
  { subject, task, run }: PlannedCell,
): Promise<GradedOutput> {
  const cell = { subject, task, run };
  const taskHash = manifest.tasks[task]!;
  const attempts = await store.attempts(id, cell);
  const attempt = attempts.findLast((each): each is Ended => each.state === "ended");
  const isSame = attempt?.taskHash === taskHash;
  if (isSame && isScored(attempt.outcome.kind)) return readScored(store, id, cell, attempt);
  const kept = await readKeptSubject(store, id, { ...cell, taskHash });
  if (kept) {
    const { output, latencyMs, transcript, takenOver } = kept;
    return { state: "done", output, latencyMs, transcript, takenOver };
  }
  return nothing(id, isSame ? `it came to ${attempt.outcome.kind} there` : "it never ended there");
}

async function readScored(
  store: RunStore,
  id: string,
  cell: CellId,
  { attempt, outcome, evidence, workingMs, suspect }: Ended,
): Promise<GradedOutput> {
  const { latencyMs = workingMs, outputForm, ...told } = fromEvidence(evidence);
  const { madeIn = attempt, cached = noWork(), earlierWork } = told;
  const work = earlierWork ?? addWork(await workOfAttempt(store, id, cell, madeIn), cached);
  const takenOver = { workingMs: latencyMs, suspect, work };
  const text = async (name: string) => textOf(await store.artifact(id, cell, attempt, name));
  const transcript = (await text(artifactNames.transcript)) ?? "";
  if (outcome.kind !== "passed" && outcome.kind !== "failed")
    return { state: "none", outcome, latencyMs, transcript, takenOver };
  const output = await text(artifactNames.output);
  if (output === undefined || outputForm === undefined)
    return nothing(id, "its output cannot be had again as it was");
  return { state: "done", output: readOutput(output, outputForm), latencyMs, transcript, takenOver };
}

function nothing(runId: string, why: string): GradedOutput {
  const message = `Run ${shortRunId(runId)} has no output of this cell to grade: ${why}. Run it without regrade.`;
  const outcome = { kind: "unscored", error: { name: "NoOutputError", message, code: "no-output" } } as const;
  return {
    ...{ state: "none", outcome, latencyMs: 0, transcript: "" },
    takenOver: { workingMs: 0, suspect: false },
  };
}
