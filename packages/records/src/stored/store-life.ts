import { StoreClosedError } from "../errors/store-errors.ts";

/**
 * A store from open to closed: what is not yet on its way to the tables, and what failed while nobody waited for it.
 */
export class StoreLife {
  /** Writes whose artifacts are still being compressed or uploaded. */
  readonly #preparing = new Set<Promise<unknown>>();
  #unheard: unknown = null;
  #closing: Promise<void> | null = null;

  /** True from the moment `close` is called. */
  get isClosed(): boolean {
    return this.#closing !== null;
  }

  refuseClosed(): void {
    if (this.#closing !== null) throw new StoreClosedError();
  }

  /** Begins a write while the store is open; what is refused at once, the promise tells. */
  checked<T>(write: () => Promise<T>): Promise<T> {
    try {
      this.refuseClosed();
      return write();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** The store does not close before it is done. */
  async whenPrepared<T>(work: Promise<T>): Promise<T> {
    this.#preparing.add(work);
    try {
      return await work;
    } finally {
      this.#preparing.delete(work);
    }
  }

  /** Remembers the first error of writes that nobody waits for, until `settle` tells. */
  readonly unheard = (error: unknown): void => {
    this.#unheard ??= error;
  };

  /** Waits until all that was begun is written, and throws what was not heard of. */
  async settle(flush: () => Promise<void>): Promise<void> {
    while (this.#preparing.size > 0) await Promise.allSettled(this.#preparing);
    await flush();
    const error = this.#unheard;
    this.#unheard = null;
    if (error !== null) throw error;
  }

  /** Closes once, however often it is asked for. */
  close(end: () => Promise<void>): Promise<void> {
    this.#closing ??= end();
    return this.#closing;
  }
}
