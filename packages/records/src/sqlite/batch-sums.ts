import type { DatabaseSync } from "node:sqlite";
import type { OutcomeKind } from "../outcome.ts";
import { addSums, addToSums, noSums, type Sums, sumValues } from "../sums.ts";

interface RunDelta {
  sums: Sums;
  running: number;
  attempts: number;
  outcomes: Map<OutcomeKind, number>;
}

/**
 * What one transaction changes in the sums of cells and runs, added up in memory and written once before it commits:
 * fifty charges of one run cost one update of its totals, not fifty.
 */
export class BatchSums {
  readonly #cells = new Map<number, Sums>();
  readonly #runs = new Map<number, RunDelta>();
  readonly #updateCell;
  readonly #updateRun;
  readonly #readOutcomes;

  constructor(db: DatabaseSync) {
    this.#updateCell = db.prepare(`UPDATE cell SET ${addToSums} WHERE no = ?`);
    this.#updateRun = db.prepare(
      `UPDATE run_total SET ${addToSums}, running = running + ?, attempts = attempts + ?, outcomes = ? WHERE run_no = ?`,
    );
    this.#readOutcomes = db.prepare("SELECT outcomes FROM run_total WHERE run_no = ?");
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
    addSums(this.#run(runNo).sums, delta);
  }

  /** What was added for the cell in this transaction; the caller writes it together with the rest of the row. */
  take(cellNo: number): Sums | null {
    const sums = this.#cells.get(cellNo) ?? null;
    this.#cells.delete(cellNo);
    return sums;
  }

  /** An attempt began (1), or ended or was lost (-1). */
  running(runNo: number, change: number): void {
    this.#run(runNo).running += change;
  }

  /** Attempts that were begun. */
  attempts(runNo: number, count: number): void {
    this.#run(runNo).attempts += count;
  }

  /** The outcome of a cell became another. */
  outcome(runNo: number, before: OutcomeKind | null, after: OutcomeKind): void {
    const { outcomes } = this.#run(runNo);
    if (before !== null) outcomes.set(before, (outcomes.get(before) ?? 0) - 1);
    outcomes.set(after, (outcomes.get(after) ?? 0) + 1);
  }

  /** Writes what was added up. */
  write(): void {
    for (const [cellNo, sums] of this.#cells) this.#updateCell.run(...sumValues(sums), cellNo);
    for (const [runNo, delta] of this.#runs) {
      const row = this.#readOutcomes.get(runNo) as { outcomes: string };
      const outcomes = JSON.parse(row.outcomes) as Record<string, number>;
      for (const [kind, change] of delta.outcomes) outcomes[kind] = (outcomes[kind] ?? 0) + change;
      this.#updateRun.run(
        ...sumValues(delta.sums),
        delta.running,
        delta.attempts,
        JSON.stringify(outcomes),
        runNo,
      );
    }
  }

  #run(runNo: number): RunDelta {
    let delta = this.#runs.get(runNo);
    if (delta === undefined) {
      delta = { sums: noSums(), running: 0, attempts: 0, outcomes: new Map() };
      this.#runs.set(runNo, delta);
    }
    return delta;
  }
}
