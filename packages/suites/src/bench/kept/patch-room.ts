/**
 * Room for the patches of one set of results, which are held in memory together and written as one text: agents that
 * install packages leave patches of many megabytes. What finds no room is kept with its run all the same.
 */
export class PatchRoom {
  readonly #most: number;
  #used = 0;

  /** @param most characters of all of them as JSON. Default: 16 Mi */
  constructor(most = 16 * 2 ** 20) {
    this.#most = most;
  }

  /** Takes the room for a patch; false when there is not enough. The first one is always taken. */
  take(patch: string): boolean {
    const size = JSON.stringify(patch).length;
    if (this.#used > 0 && this.#used + size > this.#most) return false;
    this.#used += size;
    return true;
  }
}
