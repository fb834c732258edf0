/** Limits of providers hold for any 60 seconds. */
export const windowMs = 60_000;

/** Amounts that each count for 60 seconds. */
export class MinuteSum {
  #entries: { at: number; amount: number }[] = [];
  /** Those before are out of the window. */
  #first = 0;
  /** Of all that are in the window. */
  amount = 0;

  get count(): number {
    return this.#entries.length - this.#first;
  }

  /** `at` is never before that of an earlier one. */
  add(at: number, amount: number): void {
    this.#entries.push({ at, amount });
    this.amount += amount;
  }

  leave(now: number): void {
    while (this.#first < this.#entries.length && this.#entries[this.#first]!.at <= now - windowMs) {
      this.amount -= this.#entries[this.#first]!.amount;
      this.#first += 1;
    }
    if (this.#first > 64 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }

  /** How many of the oldest make up at least this amount; undefined when all do not. */
  countOf(amount: number): number | undefined {
    let left = amount;
    for (let count = 1; count <= this.count; count += 1) {
      left -= this.#entries[this.#first + count - 1]!.amount;
      if (left <= 0) return count;
    }
    return undefined;
  }

  /** Until the so many oldest are out of the window; a moment when there is none. */
  untilGone(count: number, now: number): number {
    if (count <= 0) return 10;
    return Math.max(1, this.#entries[this.#first + count - 1]!.at + windowMs - now);
  }
}
