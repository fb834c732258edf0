import type { DatabaseSync } from "node:sqlite";
import type { OutcomeKind } from "../outcome.ts";
import type { NanoBooks } from "../run-books.ts";
import { parseJson, reading, UnreadableValueError } from "../stored/stored-value.ts";
import type { TotalRow } from "../stored/total-row.ts";
import { addSums, addToSums, noSums, readSums, type Sums, spentNano, sumValues } from "../sums.ts";

/** The totals of a run as they are stored. */
export type OwnTotalRow = TotalRow & { outcomes: string };

/** Reads them. */
export const readTotal = `SELECT outcomes, running, attempts, open_calls, CAST(reserved_nano AS REAL) AS reserved_nano,
  carried_calls, ${readSums} FROM run_total WHERE run_no = ?`;

/** Calls that are under way or carried: how many, and the worst cases of the former in whole billionths of a dollar. */
export interface CallCounts {
  open: number;
  reserved: number;
  carried: number;
}

interface RunDelta {
  /** As it stood when the transaction began. */
  readonly before: OwnTotalRow;
  changed: boolean;
  sums: Sums;
  calls: CallCounts;
  running: number;
  attempts: number;
  outcomes: Map<OutcomeKind, number>;
}

/**
 * What one transaction changes in the sums of cells and runs, added up in memory and written once before it commits:
 * fifty charges of one run cost one update of its totals, not fifty. What a run stands at in the midst of it is known.
 */
export class BatchSums {
  readonly #cells = new Map<number, Sums>();
  readonly #runs = new Map<number, RunDelta>();
  readonly #updateCell;
  readonly #updateRun;
  readonly #readRun;

  constructor(db: DatabaseSync) {
    this.#updateCell = db.prepare(`UPDATE cell SET ${addToSums} WHERE no = ?`);
    this.#updateRun = db.prepare(
      `UPDATE run_total SET ${addToSums}, running = running + ?, attempts = attempts + ?, open_calls = open_calls + ?,
        reserved_nano = reserved_nano + ?, carried_calls = carried_calls + ?, outcomes = ? WHERE run_no = ?`,
    );
    this.#readRun = db.prepare(readTotal);
  }

  /** Forgets everything: a new transaction begins. */
  reset(): void {
    this.#cells.clear();
    this.#runs.clear();
  }

  /** Adds to the sums of the cell and of its run. */
  add(runNo: number, cellNo: number, delta: Sums): void {
    const cell = this.#cells.get(cellNo);
    if (cell === undefined) this.#cells.set(cellNo, { ...delta });
    else addSums(cell, delta);
    addSums(this.#changed(runNo).sums, delta);
  }

  /** Calls opened, ended or were given up. */
  calls(runNo: number, { open = 0, reserved = 0, carried = 0 }: Partial<CallCounts>): void {
    const { calls } = this.#changed(runNo);
    calls.open += open;
    calls.reserved += reserved;
    calls.carried += carried;
  }

  /** The money of a run as it stands now, in the midst of the transaction. */
  books(runNo: number): NanoBooks {
    const { before, sums, calls } = this.#run(runNo);
    return {
      spent: spentNano(before) + spentNano(sums),
      carried: before.carried_nano + sums.carried_nano,
      carriedCalls: before.carried_calls + calls.carried,
      reserved: before.reserved_nano + calls.reserved,
      openCalls: before.open_calls + calls.open,
    };
  }

  /** What was added for the cell in this transaction; the caller writes it together with the rest of the row. */
  take(cellNo: number): Sums | null {
    const sums = this.#cells.get(cellNo) ?? null;
    this.#cells.delete(cellNo);
    return sums;
  }

  /** An attempt began (1), or ended or was lost (-1). */
  running(runNo: number, change: number): void {
    this.#changed(runNo).running += change;
  }

  /** Attempts that were begun. */
  attempts(runNo: number, count: number): void {
    this.#changed(runNo).attempts += count;
  }

  /** The outcome of a cell became another. */
  outcome(runNo: number, before: OutcomeKind | null, after: OutcomeKind): void {
    const { outcomes } = this.#changed(runNo);
    if (before !== null) outcomes.set(before, (outcomes.get(before) ?? 0) - 1);
    outcomes.set(after, (outcomes.get(after) ?? 0) + 1);
  }

  /** Writes what was added up. */
  write(): void {
    for (const [cellNo, sums] of this.#cells) this.#updateCell.run(...sumValues(sums), cellNo);
    for (const [runNo, delta] of this.#runs) {
      if (!delta.changed) continue;
      const { calls } = delta;
      const outcomes = reading(
        () => "the totals of a run",
        () => parseJson<Record<string, number>>(delta.before.outcomes, "object"),
      );
      for (const [kind, change] of delta.outcomes) outcomes[kind] = (outcomes[kind] ?? 0) + change;
      this.#updateRun.run(
        ...sumValues(delta.sums),
        delta.running,
        delta.attempts,
        calls.open,
        calls.reserved,
        calls.carried,
        JSON.stringify(outcomes),
        runNo,
      );
    }
  }

  #changed(runNo: number): RunDelta {
    const delta = this.#run(runNo);
    delta.changed = true;
    return delta;
  }

  #run(runNo: number): RunDelta {
    let delta = this.#runs.get(runNo);
    if (delta === undefined) {
      const before = this.#readRun.get(runNo) as unknown as OwnTotalRow | undefined;
      if (before === undefined) throw new UnreadableValueError("the totals of a run", "they are missing");
      const nothing = { running: 0, attempts: 0, calls: { open: 0, reserved: 0, carried: 0 } };
      delta = { before, changed: false, sums: noSums(), ...nothing, outcomes: new Map() };
      this.#runs.set(runNo, delta);
    }
    return delta;
  }
}
