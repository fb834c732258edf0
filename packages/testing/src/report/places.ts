/**
 * Numbers for names, in the order in which they were added. What is asked for is mostly the name that was asked for
 * last or the one added after it, as in results that are in the order of their plan: those are found without a search,
 * which of a million names takes longer than all else that is done with them.
 */
export class Places {
  /** In the order in which they were added. */
  readonly keys: string[] = [];
  readonly #places: number[] = [];
  readonly #order = new Map<string, number>();
  #latest = -1;

  /** The number of a name; undefined when nobody has added it. */
  of(key: string): number | undefined {
    const { keys } = this;
    let at = this.#latest;
    if (at >= 0 && keys[at] === key) return this.#places[at];
    at += 1;
    if (at === keys.length) at = 0;
    if (keys[at] !== key) {
      const found = this.#order.get(key);
      if (found === undefined) return undefined;
      at = found;
    }
    this.#latest = at;
    return this.#places[at];
  }

  /** Gives a number to a name that has none, and returns it. */
  add(key: string, place: number): number {
    this.#latest = this.keys.push(key) - 1;
    this.#places.push(place);
    this.#order.set(key, this.#latest);
    return place;
  }
}
