import type { CellId } from "./cell.ts";
import type { RunStore } from "./run-store.ts";

/** A number that the evidence of a cell has. */
export interface EvidenceNumber extends CellId {
  value: number;
}

/** A store that can read one number of the evidence of all cells of a run in one go. */
export interface EvidenceReadingStore {
  /** @param name letters only */
  evidenceNumbers(runId: string, name: string): Promise<EvidenceNumber[]>;
}

/**
 * What the evidence of the last ended attempt at each cell of a run has by a name, where that is a number; in no order,
 * by the short way where the store has one.
 */
export async function evidenceNumbers(
  store: RunStore & Partial<EvidenceReadingStore>,
  runId: string,
  name: string,
): Promise<EvidenceNumber[]> {
  if (store.evidenceNumbers) return store.evidenceNumbers(runId, name);
  const numbers: EvidenceNumber[] = [];
  for await (const { subject, task, run } of store.cells(runId)) {
    const attempts = await store.attempts(runId, { subject, task, run });
    const last = attempts.findLast(({ state }) => state === "ended");
    const value = last?.state === "ended" ? last.evidence[name] : undefined;
    if (typeof value === "number") numbers.push({ subject, task, run, value });
  }
  return numbers;
}
