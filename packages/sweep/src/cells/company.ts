interface Waiter {
  alone: boolean;
  admit(): void;
}

/**
 * Which cells work beside each other in this process: as many as like, or one alone. In the order in which they came: one
 * that is to be alone waits until those before it have ended, and those after it wait for it.
 */
export class Company {
  readonly #waiting = new Set<Waiter>();
  #inside = 0;
  #isAlone = false;

  /** Resolves when it may work. Rejects with the signal's reason when it fires before. */
  enter(alone: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#waiting.delete(waiter);
        this.#serve();
        reject(signal.reason);
      };
      const waiter: Waiter = {
        alone,
        admit: () => {
          this.#waiting.delete(waiter);
          signal.removeEventListener("abort", onAbort);
          this.#inside += 1;
          this.#isAlone = alone;
          resolve();
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(waiter);
      this.#serve();
    });
  }

  /** One that was let in has ended. */
  leave(): void {
    this.#inside -= 1;
    if (this.#inside === 0) this.#isAlone = false;
    this.#serve();
  }

  #serve(): void {
    for (const waiter of this.#waiting) {
      if (this.#isAlone || (waiter.alone && this.#inside > 0)) return;
      waiter.admit();
    }
  }
}
