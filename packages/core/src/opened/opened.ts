/**
 * Things that were opened one after the other and are closed together, the last one first. Stands for
 * `AsyncDisposableStack`, which the oldest Node that is promised does not have.
 */
export class Opened implements AsyncDisposable {
  readonly #open: AsyncDisposable[] = [];

  /** Adds one, and gives it back. */
  use<T extends AsyncDisposable>(thing: T): T {
    this.#open.push(thing);
    return thing;
  }

  /** Adds what is to be done at the end. */
  defer(close: () => Promise<void>): void {
    this.#open.push({ [Symbol.asyncDispose]: close });
  }

  /**
   * Closes each, whatever becomes of the others; throws what went wrong first. A second time there is nothing to do.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (let last = this.#open.pop(); last; last = this.#open.pop()) {
      try {
        await last[Symbol.asyncDispose]();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
