import type { Artifact } from "../attempt.ts";
import type { CallRecord } from "../call.ts";
import type { CellId } from "../cell.ts";
import { InvalidRecordError, UnknownRunError } from "../errors/record-errors.ts";
import type { ImportedCell } from "../imported-run.ts";
import type { RunStore } from "../run-store.ts";
import { type HeaderLine, runFormatVersion, type TotalsLine, toCellLine } from "./run-line.ts";
import { TotalsOfCells } from "./totals-of-cells.ts";

/**
 * A run in its JSON form, line by line, each with its line break: a header, one line a cell with its attempts, calls
 * and artifacts, and the totals. `schema/run.schema.json` describes the lines. Holds one cell in memory at a time; a
 * run may be exported while it goes on, the totals then fit the cells that were written.
 */
export async function* exportRun(store: RunStore, runId: string): AsyncGenerator<string, void, void> {
  const run = await store.findRun(runId);
  if (run === null) throw new UnknownRunError(runId);
  const header: HeaderLine = { format: "x-run", version: runFormatVersion, run };
  yield line(header);
  const totals = new TotalsOfCells();
  for await (const cell of store.cells(run.id)) {
    const cellLine = toCellLine(await readCell(store, run.id, cell));
    totals.add(cellLine.cell, cellLine.cell.attempts.length);
    yield line(cellLine);
  }
  const last: TotalsLine = { totals: totals.totals(), cells: totals.cells };
  yield line(last);
}

async function readCell(store: RunStore, runId: string, cell: CellId): Promise<ImportedCell> {
  const whole = await readWholeCell(store, runId, cell);
  if (whole === null)
    throw new InvalidRecordError(
      `The cell ${cell.subject} on ${cell.task}, run ${cell.run + 1}`,
      "kept without an attempt",
      "one that was tried; the store is damaged",
    );
  return whole;
}

/** A cell with all that is kept of it; null when it was never tried. */
export async function readWholeCell(
  store: RunStore,
  runId: string,
  cell: CellId,
): Promise<ImportedCell | null> {
  const attempts = await store.attempts(runId, cell);
  if (attempts.length === 0) return null;
  const calls = new Map<number, CallRecord[]>();
  for await (const call of store.calls(runId, cell)) {
    const ofAttempt = calls.get(call.attempt) ?? [];
    calls.set(call.attempt, ofAttempt);
    ofAttempt.push(call);
  }
  const withAll = [];
  for (const attempt of attempts) {
    const artifacts: Artifact[] = [];
    const { artifacts: there = [] } = attempt.state === "ended" ? attempt : (attempt.progress ?? {});
    for (const { name } of there) {
      const artifact = await store.artifact(runId, cell, attempt.attempt, name);
      if (artifact !== null) artifacts.push(artifact);
    }
    withAll.push({ attempt, calls: calls.get(attempt.attempt) ?? [], artifacts });
  }
  const { subject, task, run } = cell;
  return { subject, task, run, attempts: withAll };
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
