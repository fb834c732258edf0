/** Something that can stand in a line, one at a time. The line writes who is before and behind it. */
export interface Linable<T> {
  before: T | null;
  behind: T | null;
}

/**
 * Objects in the order in which they came, each of which may leave at any time: a set that keeps nothing of those who
 * have left. The tables of a `Set` or `Map`, when they are outgrown, keep what was in them alive until the next full
 * garbage collection: with a hundred thousand cells going through, that is half of the memory. Who has left points at
 * nobody, so that garbage which has grown old does not keep alive what came after it.
 */
export class Line<T extends Linable<T>> implements Iterable<T> {
  #first: T | null = null;
  #last: T | null = null;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Who has stood there longest; null when nobody does. Go on from there with `behind`. */
  get first(): T | null {
    return this.#first;
  }

  /** At the end. Who stands there already keeps its place. */
  add(item: T): void {
    if (this.has(item)) return;
    item.before = this.#last;
    if (this.#last) this.#last.behind = item;
    else this.#first = item;
    this.#last = item;
    this.#size += 1;
  }

  /** False when it did not stand there. */
  delete(item: T): boolean {
    if (!this.has(item)) return false;
    const { before, behind } = item;
    if (before) before.behind = behind;
    else this.#first = behind;
    if (behind) behind.before = before;
    else this.#last = before;
    item.before = null;
    item.behind = null;
    this.#size -= 1;
    return true;
  }

  /** Whether it stands in this line; it may stand in no other. */
  has(item: T): boolean {
    return item.before !== null || this.#first === item;
  }

  /** The first of whom it is true. */
  find(is: (item: T) => boolean): T | undefined {
    for (let item = this.#first; item; item = item.behind) if (is(item)) return item;
    return undefined;
  }

  /** As it is now: what happens to the line meanwhile is not seen. */
  [Symbol.iterator](): Iterator<T> {
    const items: T[] = [];
    for (let item = this.#first; item; item = item.behind) items.push(item);
    return items[Symbol.iterator]();
  }
}
