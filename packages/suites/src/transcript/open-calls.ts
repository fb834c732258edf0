/**
 * Calls of tools that have no result yet. Ids tell them apart as far as they can: some agents and servers give the same
 * one again, or none, and the oldest of such calls is then the one that a result belongs to.
 */
export class OpenCalls<T> {
  readonly #byId = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(id: string, call: T): void {
    const same = this.#byId.get(id);
    if (same) same.push(call);
    else this.#byId.set(id, [call]);
    this.#size += 1;
  }

  /** The call that a result belongs to, which is no more open then. */
  take(id: string): T | undefined {
    const same = this.#byId.get(id);
    if (!same) return undefined;
    this.#size -= 1;
    if (same.length === 1) this.#byId.delete(id);
    return same.shift();
  }
}
