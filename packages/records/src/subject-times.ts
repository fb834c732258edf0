import type { CellId } from "./cell.ts";
import { type EvidenceReadingStore, evidenceNumbers } from "./evidence-number.ts";
import { keyOfCell } from "./key-of-cell.ts";
import type { Run } from "./run.ts";
import type { RunStore } from "./run-store.ts";

/** What subjects took for the cells of a run, in milliseconds; undefined of a cell where nobody measured it. */
export type SubjectTimes = (cell: CellId) => number | undefined;

/** Reads them all at once. Set-up, judging and grading are not in them, as in no time of a subject that is shown. */
export async function subjectTimes(
  store: RunStore & Partial<EvidenceReadingStore>,
  { id, manifest: { kind } }: Pick<Run, "id"> & { manifest: Pick<Run["manifest"], "kind"> },
): Promise<SubjectTimes> {
  const times = new Map<string, number>();
  const name = kind === "bench" ? "agentMs" : "latencyMs";
  // A run may come from elsewhere, and say anything.
  for (const { value, ...cell } of await evidenceNumbers(store, id, name))
    if (value >= 0 && Number.isFinite(value)) times.set(keyOfCell(cell), value);
  return (cell) => times.get(keyOfCell(cell));
}
