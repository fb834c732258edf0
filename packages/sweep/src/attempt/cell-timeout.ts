import type { Timer } from "../time/timer.ts";

/** An attempt whose time is limited. */
export interface TimedAttempt {
  /** How much of its time it has had by now, in milliseconds. Stands still while it waits. */
  readonly countedMs: number;
  /** It has had all of it. */
  onTimeIsUp(afterMs: number): void;
}

/** The time that an attempt may work. Whoever waits stops it meanwhile, for the clock of the machine goes on. */
export class CellTimeout {
  readonly #afterMs: number;
  readonly #timer: Timer;
  readonly #attempt: TimedAttempt;
  #cancel: (() => void) | undefined;

  /** `afterMs` of counted time. Nothing happens until it starts. */
  constructor(afterMs: number, timer: Timer, attempt: TimedAttempt) {
    this.#afterMs = afterMs;
    this.#timer = timer;
    this.#attempt = attempt;
  }

  /** The attempt works from now on. */
  start(): void {
    this.#cancel = this.#timer.after(Math.max(0, this.#leftMs), () => {
      if (!this.check()) this.start();
    });
  }

  /** It waits, or is over. */
  stop(): void {
    this.#cancel?.();
  }

  /** Tells when the time is up, also where no timer could come. True when it was told. */
  check(): boolean {
    // Timers are exact to a millisecond.
    if (this.#leftMs >= 1) return false;
    this.#attempt.onTimeIsUp(this.#afterMs);
    return true;
  }

  get #leftMs(): number {
    return this.#afterMs - this.#attempt.countedMs;
  }
}
