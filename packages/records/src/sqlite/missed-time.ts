/** The clock and the time that goes by differ by less than this without any reason. */
const toleranceMs = 5_000;

/**
 * What this process missed: its machine slept, or the clock was set ahead. Nobody could be heard meanwhile, so that it
 * is nobody's silence.
 */
export class MissedTime {
  readonly #nowMs: () => number;
  readonly #elapsedMs: () => number;
  /** How far the clock was ahead of the time that goes by when it was last looked at. */
  #ahead: number;
  /** When it was found out that something was missed, by the clock, and how much that was. */
  #last = { at: Number.NEGATIVE_INFINITY, ms: 0 };

  constructor(nowMs: () => number, elapsedMs: () => number) {
    this.#nowMs = nowMs;
    this.#elapsedMs = elapsedMs;
    this.#ahead = nowMs() - elapsedMs();
  }

  /**
   * Finds out whether something was missed; the sooner after that it is called the better. Gives the time by the clock.
   */
  look(): number {
    const now = this.#nowMs();
    const ahead = now - this.#elapsedMs();
    const ms = ahead - this.#ahead;
    this.#ahead = ahead;
    if (ms > toleranceMs) this.#last = { at: now, ms };
    return now;
  }

  /** The time from which on a sign of life that was given at this time counts: later by what was missed since. */
  heardAt(ms: number): number {
    const { at, ms: missed } = this.#last;
    return ms < at ? Math.min(ms + missed, at) : ms;
  }

  /** No sign of life that was given before counts as one of this time or later. */
  earliest(ms: number): number {
    return ms - this.#last.ms;
  }
}
