import type { Clock } from "@flow-state-dev/core";
import type { ProviderShares } from "@flow-state-dev/records";
import type { Timer } from "../time/timer.ts";
import { type AdaptiveConcurrency, type ConcurrencyLimit, cutTo, defaultStart } from "./adaptive-limit.ts";
import { Turns } from "./turns.ts";

/** What a worker shares of the cells at once of one provider, and with whom. */
export interface SharedLimitParts {
  provider: string;
  concurrency: number | AdaptiveConcurrency;
  shares: Pick<ProviderShares, "shareSlots" | "leaseMs">;
  clock: Clock;
  timer: Timer;
  /** Told when more cells may run than before. */
  onMore(): void;
}

/** How often it is asked while cells run or wait. */
const everyMs = 500;

/**
 * How many cells this worker may run at a provider, of those that all workers may run together. It asks for what it can
 * use, and is given that, or its part when others want some too. What it is given is a lease: without an answer for
 * that long it starts no more cells, for others may. A call that was turned away lowers the limit here at once, and at
 * the others when they ask next.
 */
export class SharedLimit implements ConcurrencyLimit {
  readonly #parts: SharedLimitParts;
  readonly #max: number;
  readonly #start: number | null;
  readonly #turns: Turns;
  #cells = 0;
  #leasedUntil = Number.NEGATIVE_INFINITY;
  #using = 0;
  #wanted = 0;
  /** The most that could be used since it was last asked. */
  #peak = 0;
  /** Whether the last answer was all that was wanted. */
  #sated = true;
  #well = 0;
  #cut: number | null = null;
  cuts = 0;

  constructor(parts: SharedLimitParts) {
    this.#parts = parts;
    const { concurrency, timer } = parts;
    const isFixed = typeof concurrency === "number";
    this.#max = isFixed ? concurrency : concurrency.max;
    this.#start = isFixed ? null : Math.min(concurrency.start ?? defaultStart, concurrency.max);
    this.#turns = new Turns(() => this.#ask(), timer);
  }

  get value(): number {
    return this.#parts.clock.elapsed() < this.#leasedUntil ? this.#cells : 0;
  }

  demanded(using: number, wanted: number): void {
    this.#using = using;
    this.#wanted = wanted;
    this.#peak = Math.max(this.#peak, wanted);
    if (wanted > this.value) this.#turns.within(this.#sated ? 0 : everyMs);
  }

  succeeded(running: number): void {
    if (running >= this.value) this.#well += 1;
  }

  throttled(under: number): boolean {
    if (this.#start === null || under < this.cuts) return false;
    this.#cut = under;
    this.cuts = under + 1;
    const before = this.#cells;
    this.#cells = Math.max(1, Math.floor(before * cutTo));
    this.#turns.within(0);
    return this.#cells < before;
  }

  stop(): void {
    this.#turns.stop();
  }

  async #ask(): Promise<number | undefined> {
    const { shares, provider, clock, onMore } = this.#parts;
    const [wanted, well, cut, askedAt] = [this.#peak, this.#well, this.#cut, clock.elapsed()];
    this.#peak = this.#wanted;
    this.#well = 0;
    this.#cut = null;
    const limits = { max: this.#max, start: this.#start };
    try {
      const share = await shares.shareSlots(provider, { using: this.#using, wanted, well, cut, ...limits });
      this.#sated = share.cells >= wanted;
      this.#cells = share.cells;
      this.cuts = share.cuts;
      this.#leasedUntil = askedAt + shares.leaseMs;
    } catch (error) {
      this.#cut ??= cut;
      throw error;
    }
    onMore();
    // Once nothing runs or waits, that is told too.
    return wanted > 0 ? everyMs : undefined;
  }
}
