import { fromNanoUsd, type NanoUsd } from "@flow-state-dev/core";
import type { AttemptResult, CellId } from "@flow-state-dev/records";
import type { CellAttempt } from "../attempt/cell-attempt.ts";
import type { Emitter } from "../events/emitter.ts";
import type { PlannedCell } from "../plan/planned-cell.ts";
import type { CellFinished } from "../sweep-event.ts";
import type { EndedCell, Tally } from "../tally/tally.ts";

/** How a cell came to its end, and what that took. */
export interface CellEnd extends Pick<CellFinished, "by" | "attempt"> {
  /** By all attempts of this process. */
  spent: NanoUsd;
  unknownCalls: number;
}

/** What becomes of cells: counted, and told to who listens. */
export class CellNews {
  readonly #tally: Tally;
  readonly #emitter: Emitter;

  constructor({ tally, emitter }: { tally: Tally; emitter: Emitter }) {
    this.#tally = tally;
    this.#emitter = emitter;
  }

  started({ cell, attempt }: CellAttempt): void {
    if (this.#emitter.listened) this.#emitter.emit({ type: "started", cell: idOf(cell), attempt });
  }

  /** It is tried again after a wait. */
  failed({ cell, attempt }: CellAttempt, result: AttemptResult, delayMs: number): void {
    const emitter = this.#emitter;
    if (!emitter.listened) return;
    const outcome = emitter.plain(result.outcome);
    emitter.emit({ type: "attempt-failed", cell: idOf(cell), attempt, outcome, delayMs });
  }

  /** The attempt was given up as lost while we were on it: another process brings the cell to its end. */
  lost(position: number, { cell, attempt }: CellAttempt): void {
    this.#tally.states.hold(position);
    this.#emitter.emit({ type: "lost", cell: idOf(cell), attempt });
  }

  settled(position: number, cell: PlannedCell, ended: EndedCell, end: CellEnd): void {
    const { by, attempt, spent, unknownCalls } = end;
    const { workingMs, suspect } = ended;
    const emitter = this.#emitter;
    this.#tally.settle(position, cell, ended, spent, unknownCalls);
    if (!emitter.listened) return;
    const outcome = emitter.plain(ended.outcome);
    const costUsd = fromNanoUsd(spent);
    emitter.emit({ type: "finished", cell: idOf(cell), attempt, by, outcome, costUsd, workingMs, suspect });
  }
}

function idOf({ subject, task, run }: PlannedCell): CellId {
  return { subject, task, run };
}
