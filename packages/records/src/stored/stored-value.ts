import type { CellId } from "../cell.ts";
import type { CellEvidence } from "../cell-evidence.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Outcome } from "../outcome.ts";
import { readOutcome } from "../read-outcome.ts";

/**
 * What lies in the file is nothing this software wrote: it was damaged. The border turns it into a `StoreCorruptError`
 * with the name of the file.
 */
export class UnreadableValueError extends Error {
  override readonly name = "UnreadableValueError";

  constructor(what: string, cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause);
    super(`${what} cannot be read (${said.slice(0, 200)})`, { cause });
  }
}

/** Reads something out of a row. Whatever breaks on the way becomes an error that says what was being read. */
export function reading<T>(what: () => string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableValueError) throw error;
    throw new UnreadableValueError(what(), error);
  }
}

/** A text of ours as the value it stands for. Throws when it is damaged. */
export function parseJson<T>(text: string | null, shape: "object" | "list"): T {
  const value = JSON.parse(text!) as Json;
  const found = Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
  if (found !== shape) throw new TypeError(`it is no ${shape} but ${found}`);
  return value as T;
}

/** A stored outcome. Throws when it is none. */
export function parseOutcome(text: string | null): Outcome {
  return readOutcome(JSON.parse(text!));
}

/** How messages call a cell. */
export function cellWords({ subject, task, run }: { subject: string; task: string; run: number }): string {
  return `the cell ${subject} on ${task}, run ${run + 1}`;
}

/** A cell with evidence that is still text. */
export type EvidenceRow = CellId & { evidence: string };

/** The evidence of a cell. */
export function toEvidence({ subject, task, run, evidence }: EvidenceRow): CellEvidence {
  return reading(
    () => `the evidence of ${cellWords({ subject, task, run })}`,
    () => ({ subject, task, run, evidence: parseJson<JsonObject>(evidence, "object") }),
  );
}
