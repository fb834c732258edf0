import type { Timer } from "../time/timer.ts";

/** Longest pause before the second look, doubling; longest of all. */
const firstPauseMs = 20;
const longestPauseMs = 500;

/**
 * When to look again whether there is money for a call that waits for what is held back: as soon as something was
 * booked here, and else after a pause, for what other processes book is not told.
 */
export class NewsOfMoney {
  readonly #timer: Timer;
  readonly #random: () => number;
  readonly #waiting = new Set<() => void>();

  constructor(timer: Timer, random: () => number) {
    this.#timer = timer;
    this.#random = random;
  }

  /** Whether anybody waits. */
  get awaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Something was booked here. */
  tell(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Resolves when it is time to look again, after so many looks. Rejects with the signal's reason. */
  next(looks: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        this.#waiting.delete(look);
        cancel();
        signal?.removeEventListener("abort", onAbort);
      };
      const look = () => {
        leave();
        resolve();
      };
      const onAbort = () => {
        leave();
        reject(signal?.reason);
      };
      const most = Math.min(longestPauseMs, firstPauseMs * 2 ** (looks - 1));
      const cancel = this.#timer.after(most * (0.5 + 0.5 * this.#random()), look);
      this.#waiting.add(look);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  }
}
