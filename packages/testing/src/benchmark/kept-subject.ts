import { isDeepStrictEqual } from "node:util";
import type { Outcome, RunStore } from "@flow-state-dev/records";
import type { PlannedCell, TakenOver } from "@flow-state-dev/sweep";
import { artifactNames, type CellEvidence, fromEvidence, type OutputForm } from "./cell-evidence.ts";

/** Where earlier attempts at the cells of a run are kept. */
export interface KeptRun {
  store: RunStore;
  runId: string;
}

/** What the subject of a cell came to in an earlier attempt, so that it need not be run and paid for again. */
export interface KeptSubject extends Pick<CellEvidence, "codeScores"> {
  output: unknown;
  /** In milliseconds, as it was measured then. */
  latencyMs: number;
  transcript: string;
  /** Its work, as the sweep counts it. */
  takenOver: TakenOver;
}

/**
 * What the subject came to in the latest attempt of this cell, on the same content of its task, that has no score only
 * because its output could not be judged. Undefined when there is none, or when any of it cannot be had again exactly
 * as it was kept. Scores of scorers are there when all of them gave one.
 */
export async function readKeptSubject(
  { store, runId }: KeptRun,
  { subject, task, run, taskHash }: PlannedCell,
): Promise<KeptSubject | undefined> {
  const cell = { subject, task, run };
  try {
    for (const kept of (await store.attempts(runId, cell)).toReversed()) {
      if (kept.state !== "ended" || kept.taskHash !== taskHash) continue;
      if (!isUnjudged(kept.outcome)) continue;
      const { latencyMs, outputForm, codeScores, scorerErrors } = fromEvidence(kept.evidence);
      if (outputForm === undefined || latencyMs === undefined) continue;
      const text = (name: string) => textOf(store.artifact(runId, cell, kept.attempt, name));
      const [output, transcript] = [await text(artifactNames.output), await text(artifactNames.transcript)];
      return {
        output: outputForm === "json" ? JSON.parse(output) : output,
        ...{ latencyMs, transcript },
        takenOver: { workingMs: latencyMs, suspect: kept.suspect },
        ...(codeScores && !scorerErrors && { codeScores }),
      };
    }
  } catch {
    // What cannot be read is not there. A store that is broken altogether ends the sweep at the next write.
  }
  return undefined;
}

/**
 * Is it the outcome of a cell whose output, if it has one, nobody could judge? One that was cut off is none: the subject
 * may have been cut off too, and have made the best of it.
 */
export function isUnjudged({ kind }: Outcome): boolean {
  return kind === "unscored" || kind === "infrastructure";
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

async function textOf(reading: ReturnType<RunStore["artifact"]>): Promise<string> {
  const content = (await reading)?.content;
  if (typeof content !== "string") throw new TypeError("It was not kept as text.");
  return content;
}
