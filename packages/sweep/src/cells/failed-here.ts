import type { Clock } from "@flow-state-dev/core";
import { type CellId, isScored, type RunStore } from "@flow-state-dev/records";

/** So long other workers have at least to come for a cell. */
const offeredMs = 30_000;

/** What telling whose turn a cell is needs. */
export interface FailedHereSetup {
  store: RunStore;
  runId: string;
  clock: Clock;
  /** How many workers are on the run now, this one included. */
  workers(): Promise<number>;
}

/**
 * Cells that failed at this worker for what it lacks and another may have: a key, a program, room on its disk. They are
 * for the others first, and stay without a result only once all who are on the run have failed at them.
 */
export class FailedHere {
  readonly #setup: FailedHereSetup;
  /** When each failed here first, and with which of its attempts, by its position. */
  readonly #since = new Map<number, { at: number; attempt: number }>();

  constructor(setup: FailedHereSetup) {
    this.#setup = setup;
  }

  has(position: number): boolean {
    return this.#since.has(position);
  }

  add(position: number, attempt: number): void {
    if (!this.has(position)) this.#since.set(position, { at: this.#setup.clock.elapsed(), attempt });
  }

  /** Whether it is to be left to others for now. */
  async isForOthers(position: number, cell: CellId): Promise<boolean> {
    const { store, runId, clock, workers } = this.#setup;
    const since = this.#since.get(position);
    if (since === undefined) return false;
    if (clock.elapsed() - since.at < offeredMs) return true;
    // Those before may be of workers that are long gone. Whoever failed first of all counts each of the others.
    const failed = (await store.attempts(runId, cell)).filter(
      (each) => each.attempt >= since.attempt && each.state === "ended" && !isScored(each.outcome.kind),
    );
    return new Set(failed.map(({ worker }) => worker)).size < (await workers());
  }
}
