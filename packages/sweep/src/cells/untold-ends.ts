import type { Slots } from "../limits/slots.ts";

/**
 * Attempts whose work is done and whose end is not durable and told yet. They have given their slots on, so that the
 * next cell can be claimed meanwhile; but it starts only when the end is told: nobody hears of more cells at once than
 * may run.
 */
export class UntoldEnds {
  readonly #slots: Pick<Slots, "running">;
  readonly #concurrency: number;
  readonly #waiting: (() => void)[] = [];
  #count = 0;

  constructor(slots: Pick<Slots, "running">, concurrency: number) {
    this.#slots = slots;
    this.#concurrency = concurrency;
  }

  /** A promise when one that has a slot must not start yet. */
  wait(): Promise<void> | undefined {
    if (this.#fits) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The work of an attempt is done. */
  add(): void {
    this.#count += 1;
  }

  /** Its end was told. */
  told(): void {
    this.#count -= 1;
    // Those who wait have their slots, so that all of them fit.
    if (this.#fits) for (const start of this.#waiting.splice(0)) start();
  }

  get #fits(): boolean {
    return this.#slots.running + this.#count <= this.#concurrency;
  }
}
