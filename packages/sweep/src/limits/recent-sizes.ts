/** So many calls tell what the next ones will be like. */
const remembered = 32;

/** The sizes of the last 32 calls, in tokens. */
export class RecentSizes {
  readonly #sizes: number[] = [];
  #next = 0;
  /** Undefined before the first. */
  largest: number | undefined;
  mean: number | undefined;

  add(size: number): void {
    this.#sizes[this.#next] = size;
    this.#next = (this.#next + 1) % remembered;
    let [largest, sum] = [0, 0];
    for (const each of this.#sizes) {
      if (each > largest) largest = each;
      sum += each;
    }
    this.largest = largest;
    this.mean = sum / this.#sizes.length;
  }
}
