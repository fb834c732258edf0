import type { Line } from "@flow-state-dev/core";
import { FlowError } from "@flow-state-dev/core";
import type { CellAttempt } from "../attempt/cell-attempt.ts";
import type { Emitter } from "../events/emitter.ts";
import type { Timer } from "../time/timer.ts";

/** No new cells start any more. */
class SweepHaltedError extends FlowError {
  override readonly name = "SweepHaltedError";

  constructor() {
    super("The sweep starts no more cells.", { code: "sweep-halted" });
  }
}

/** What stopping has to reach. */
export interface Stoppable {
  readonly running: Line<CellAttempt>;
  /** No new cells start; to be told when the last one has ended. */
  halted(): void;
}

/** Whether and why a sweep is coming to its end before all cells have run. */
export class Stopping {
  readonly #emitter: Emitter;
  readonly #timer: Timer;
  readonly #graceMs: number;
  readonly #halt = new AbortController();
  readonly #interruption = new AbortController();
  #cells: Stoppable | undefined;
  #cancelGrace: () => void = () => {};
  /** It was asked to end after the running cells. */
  draining = false;
  /** Running cells were cut off. */
  aborted = false;
  /** Why they were, as a cancelled cell tells it. */
  reason = "the sweep was stopped";
  /** There was no money for a cell, or for its next call. */
  budgetSpent = false;
  /** What a call may cost that what is left does not pay for, in US dollars; the dearest of them. */
  wantedUsd: number | undefined;
  /** Why no more cells start although nobody asked for that: they would all fail for the setup. */
  gaveUp: string | undefined;
  /** What went wrong with the store, which ends the sweep with an error. */
  failure: { error: unknown } | undefined;

  constructor(emitter: Emitter, timer: Timer, graceMs: number) {
    this.#emitter = emitter;
    this.#timer = timer;
    this.#graceMs = graceMs;
  }

  /** Fires when no new cells and no new attempts are to start. */
  get signal(): AbortSignal {
    return this.#halt.signal;
  }

  get halted(): boolean {
    return this.#halt.signal.aborted;
  }

  /**
   * Whether what was only made ready is not to start any more. Where money is short its calls are refused instead; told
   * to end, it runs like the others: cut off it would have another attempt later, and another answer.
   */
  get startsNothing(): boolean {
    return this.aborted || this.gaveUp !== undefined;
  }

  /** Fires when somebody wants it to end, rather than that there is nothing more to do. */
  get interruption(): AbortSignal {
    return this.#interruption.signal;
  }

  get interrupted(): boolean {
    return this.#interruption.signal.aborted;
  }

  /** Whom it reaches from now on. */
  reach(cells: Stoppable): void {
    this.#cells = cells;
  }

  /** Starts no more cells; those that run have their grace to end. */
  drain(): void {
    if (this.draining || this.aborted) return;
    this.draining = true;
    this.#interruption.abort();
    const running = this.#cells?.running.size ?? 0;
    this.#emitter.emit({ type: "draining", running, graceMs: this.#graceMs });
    const seconds = this.#graceMs / 1000;
    this.#cancelGrace = this.#timer.after(this.#graceMs, () => {
      this.abort(`it did not end within ${seconds} s after the sweep was told to stop`);
    });
    this.#haltNow();
  }

  /** Cuts every running cell off. */
  abort(reason: string): void {
    if (this.aborted) return;
    this.aborted = true;
    this.#interruption.abort();
    this.reason = reason;
    this.#haltNow();
    for (const attempt of this.#attempts) attempt.stop({ type: "cancelled", reason });
  }

  /** The money of the run is spent, or what is left too little. Running cells go on until they want some. */
  spend(spentUsd: number, limitUsd: number, wantedUsd?: number): void {
    if (wantedUsd !== undefined) this.wantedUsd = Math.max(wantedUsd, this.wantedUsd ?? 0);
    if (this.budgetSpent) return;
    this.budgetSpent = true;
    this.#emitter.emit({ type: "budget-spent", spentUsd, limitUsd });
    this.#haltNow();
  }

  /** Starts no more cells, for they would all fail for the same reason. Running cells go on. */
  giveUp(reason: string): void {
    if (this.gaveUp !== undefined) return;
    this.gaveUp = reason;
    this.#emitter.emit({ type: "stopped", reason });
    this.#haltNow();
    this.#cutUnstarted();
  }

  /** The store cannot be used. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.abort("the store could not be used");
  }

  /** Nothing runs any more. */
  end(): void {
    this.#cancelGrace();
  }

  /** Those under way now. */
  get #attempts(): CellAttempt[] {
    return [...(this.#cells?.running ?? [])];
  }

  /** What was only made ready does not start any more. */
  #cutUnstarted(): void {
    for (const attempt of this.#attempts)
      if (!attempt.slot.entered) attempt.stop({ type: "cancelled", reason: this.reason });
  }

  #haltNow(): void {
    this.#halt.abort(new SweepHaltedError());
    this.#cells?.halted();
  }
}
