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

/**
 * What the subject of a cell came to in the run that is graded anew. `isTextOnly` when the output is the text that its
 * judge read, as it cannot be had again from that.
 */
export type GradedOutput =
  | ({ state: "done"; isTextOnly: boolean } & Pick<
      KeptSubject,
      "output" | "latencyMs" | "transcript" | "takenOver"
    >)
  | { state: "none"; outcome: Outcome; latencyMs: number; transcript: string; takenOver: TakenOver };

type Ended = AttemptRecord & { state: "ended" };

/**
 * What the subject came to there. A subject that failed has failed. Of a cell without a score its output is taken as
 * that run itself would have it judged; where there is none, there is no score here either. One that cannot be had
 * again exactly as it was, or of which that was not written down, is good for judges alone, who read its text; with
 * `asItWas`, for scorers, it has no score.
 */
export async function readGradedOutput(
  store: RunStore,
  { id, manifest }: Run,
  { subject, task, run }: PlannedCell,
  { asItWas }: { asItWas: boolean },
): Promise<GradedOutput> {
  const cell = { subject, task, run };
  const taskHash = manifest.tasks[task]!;
  const attempts = await store.attempts(id, cell);
  const attempt = attempts.findLast((each): each is Ended => each.state === "ended");
  const isSame = attempt?.taskHash === taskHash;
  if (isSame && isScored(attempt.outcome.kind)) {
    const output = await readScored(store, id, cell, attempt);
    return asItWas && output.state === "done" && output.isTextOnly
      ? nothing(id, "its output cannot be had again as it was")
      : output;
  }
  const kept = await readKeptSubject(store, id, { ...cell, taskHash });
  if (kept) {
    const { output, latencyMs, transcript, takenOver } = kept;
    return { state: "done", isTextOnly: false, output, latencyMs, transcript, takenOver };
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
  if (output === undefined) return nothing(id, "its output was not kept");
  const done = { state: "done", latencyMs, transcript, takenOver } as const;
  return outputForm === undefined
    ? { ...done, output, isTextOnly: true }
    : { ...done, output: readOutput(output, outputForm), isTextOnly: false };
}

function nothing(runId: string, why: string): GradedOutput {
  const message = `Run ${shortRunId(runId)} has no output of this cell to grade: ${why}. Run it without regrade.`;
  const outcome = { kind: "unscored", error: { name: "NoOutputError", message, code: "no-output" } } as const;
  return {
    ...{ state: "none", outcome, latencyMs: 0, transcript: "" },
    takenOver: { workingMs: 0, suspect: false },
  };
}
