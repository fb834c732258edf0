/** How much a cell counts in the means: the last twenty or so decide. */
const weight = 1 / 16;

/** So many times what is needed on average is made ready: slots become free, and cells ready, many at a time. */
const spare = 8;

/** A slot that stands empty for less than this part of the time is left empty. */
const worthwhile = 0.05;

/** Cells that take longer are not short: what their slots stand empty is nothing to anybody. */
const shortMs = 100;

/** Cells that take less wait for nobody: then the processor is the limit, and nothing is gained by being ready. */
const instantMs = 1;

/**
 * How many cells are made ready before there is a slot for them, so that slots do not stand empty while the store is
 * written: as many as slots become free in the time that a cell takes to be ready. None where cells take much longer
 * than that, as they do with real models: then a slot that is empty for some milliseconds is nothing.
 */
export class Ahead {
  readonly #concurrency: number;
  #readyMs = 0;
  #workingMs = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** A cell was ready for its first call after the first of these times, and worked for the second from then on. */
  see(readyMs: number, workingMs: number): void {
    const part = this.#workingMs === 0 && this.#readyMs === 0 ? 1 : weight;
    this.#readyMs += part * (readyMs - this.#readyMs);
    this.#workingMs += part * (workingMs - this.#workingMs);
  }

  /** From 0 to the number of slots. */
  get count(): number {
    if (this.#workingMs < instantMs || this.#workingMs > shortMs) return 0;
    if (this.#readyMs <= worthwhile * this.#workingMs) return 0;
    const needed = (spare * this.#concurrency * this.#readyMs) / this.#workingMs;
    return Math.min(this.#concurrency, Math.floor(needed));
  }
}
