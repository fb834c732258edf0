import { FlowError, longestTimerMs } from "@flow-state-dev/core";
import type { CellContext } from "@flow-state-dev/sweep";

/** Something was not done in the time it was given. */
export class DeadlineError extends FlowError {
  override readonly name = "DeadlineError";

  constructor(what: string, limitMs: number) {
    super(`${what} was not done after ${limitMs / 1000} s. Raise cellTimeoutMs if that is too little.`, {
      code: "deadline-passed",
      details: { limitMs },
    });
  }
}

/** While a cell waits, its time stands still; so often it is looked at again. */
const shortestTimerMs = 10;

/**
 * A limit of time for one part of a cell, which begins with it. Only time in which the cell works counts, and of that
 * none in which the process stood still.
 */
export class Deadline {
  readonly #context: CellContext;
  readonly #limitMs: number;
  readonly #what: string;
  readonly #controller = new AbortController();
  readonly #workedBefore: number;
  readonly #starvedBefore: number;
  #timer: NodeJS.Timeout | undefined;
  #passed = false;

  /** `what` is what errors call the part. */
  constructor(context: CellContext, limitMs: number, what: string) {
    this.#context = context;
    this.#limitMs = limitMs;
    this.#what = what;
    this.#workedBefore = context.workingMs;
    this.#starvedBefore = context.starvedMs;
    const { signal: outer } = context;
    if (outer.aborted) this.#onAbort();
    else {
      outer.addEventListener("abort", this.#onAbort, { once: true });
      this.#look();
    }
  }

  /** Fires when the time is over, with a `DeadlineError`, or when the cell has to stop. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The time was over before the cell had to stop. */
  get passed(): boolean {
    return this.#passed;
  }

  /** For how long the process stood still meanwhile, in milliseconds. */
  get starvedMs(): number {
    return this.#context.starvedMs - this.#starvedBefore;
  }

  /** To be called when the part is done. */
  end(): void {
    clearTimeout(this.#timer);
    this.#context.signal.removeEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = () => this.#controller.abort(this.#context.signal.reason);

  readonly #look = () => {
    if (this.#controller.signal.aborted) return;
    const left = this.#limitMs - (this.#context.workingMs - this.#workedBefore - this.starvedMs);
    if (left > 0) {
      this.#timer = setTimeout(this.#look, Math.min(Math.max(left, shortestTimerMs), longestTimerMs));
      return;
    }
    this.#passed = true;
    this.#controller.abort(new DeadlineError(this.#what, this.#limitMs));
  };
}
