import type { CompleteLimits } from "../limits/limits.ts";
import type { Verdict } from "../verdict/attempt-verdict.ts";
import { backoffMs } from "./backoff.ts";

/**
 * A provider that turns a cell away says nothing about the cell, and how often it does depends on what else goes on:
 * such attempts have a bound of their own, so many times that of the others.
 */
const throttledPerAttempt = 10;

/** The attempts of one cell that failed, by why, and whether there is another. */
export class Tries {
  readonly #limits: CompleteLimits;
  readonly #random: () => number;
  #failed = 0;
  #throttled = 0;

  constructor(limits: CompleteLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Counts an attempt that came to this. How long to wait for the next one; undefined when there is none. */
  delayMs({ retryAfterMs, rateLimited }: Pick<Verdict, "retryAfterMs" | "rateLimited">): number | undefined {
    const { maxAttempts, maxRetryAfterMs, backoffBaseMs, backoffMaxMs } = this.#limits;
    if (rateLimited) this.#throttled += 1;
    else this.#failed += 1;
    if (retryAfterMs === undefined || !Number.isFinite(retryAfterMs)) return undefined;
    if (retryAfterMs > maxRetryAfterMs) return undefined;
    if (this.#failed >= maxAttempts || this.#throttled >= maxAttempts * throttledPerAttempt) return undefined;
    const growth = { baseMs: backoffBaseMs, maxMs: backoffMaxMs };
    return backoffMs(this.#failed + this.#throttled, growth, this.#random, retryAfterMs);
  }
}
