import { isDeepStrictEqual } from "node:util";
import {
  type Artifact,
  addWork,
  noWork,
  type RunStore,
  unjudgedEvidence,
  wasSuspect,
  workOfAttempt,
} from "@flow-state-dev/records";
import type { PlannedCell, TakenOver } from "@flow-state-dev/sweep";
import { artifactNames, type CellEvidence, fromEvidence, type OutputForm } from "./cell-evidence.ts";

/** What the subject of a cell came to in an earlier attempt, so that it need not be run and paid for again. */
export interface KeptSubject extends Pick<CellEvidence, "codeScores" | "cached"> {
  output: unknown;
  /** In milliseconds, as it was measured then. */
  latencyMs: number;
  transcript: string;
  /** The attempt that made the output, from 1. */
  madeIn: number;
  /** Its work, as the sweep counts it. */
  takenOver: TakenOver;
}

/**
 * What the subject came to in the latest attempt of this cell, on the same content of its task, that has no score only
 * because its output was not judged: the judge failed, or the attempt was lost or cut off while it was at it. Undefined
 * when there is none, or when any of it cannot be had again exactly as it was kept. Scores of scorers are there when
 * all of them gave one.
 */
export async function readKeptSubject(
  store: RunStore,
  runId: string,
  { subject, task, run, taskHash }: Pick<PlannedCell, "subject" | "task" | "run" | "taskHash">,
): Promise<KeptSubject | undefined> {
  const cell = { subject, task, run };
  try {
    for (const attempt of (await store.attempts(runId, cell)).toReversed()) {
      if (attempt.taskHash !== taskHash) continue;
      const { latencyMs, outputForm, codeScores, scorerErrors, cached, ...left } = fromEvidence(
        unjudgedEvidence(attempt),
      );
      if (outputForm === undefined || latencyMs === undefined) continue;
      const text = async (name: string) => textOf(await store.artifact(runId, cell, attempt.attempt, name));
      const [output, transcript] = [await text(artifactNames.output), await text(artifactNames.transcript)];
      if (output === undefined || transcript === undefined) continue;
      const { madeIn = attempt.attempt } = left;
      const own = await workOfAttempt(store, runId, cell, madeIn);
      const work = left.earlierWork ?? addWork(own, cached ?? noWork());
      return {
        output: readOutput(output, outputForm),
        ...{ latencyMs, transcript, madeIn, ...(cached && { cached }) },
        takenOver: { workingMs: latencyMs, suspect: wasSuspect(attempt), work },
        ...(codeScores && !scorerErrors && { codeScores }),
      };
    }
  } catch {
    // What cannot be read is not there. A store that is broken altogether ends the sweep at the next write.
  }
  return undefined;
}

/** How the output can be had again from the text of it that is kept; undefined when it cannot. */
export function outputFormOf(output: unknown, text: string): OutputForm | undefined {
  if (typeof output === "string") return output.isWellFormed() ? "text" : undefined;
  try {
    return text.isWellFormed() && isDeepStrictEqual(JSON.parse(text), output) ? "json" : undefined;
  } catch {
    return undefined;
  }
}

/** The output again, from the text of it that was kept. */
export function readOutput(text: string, form: OutputForm): unknown {
  return form === "json" ? JSON.parse(text) : text;
}

/** What was kept as text; undefined when nothing was. */
export function textOf(artifact: Artifact | null): string | undefined {
  const content = artifact?.content;
  return typeof content === "string" ? content : undefined;
}
