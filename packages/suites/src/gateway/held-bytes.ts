/** The room that one request takes, until it is let go. */
export interface HeldRequest extends Disposable {
  /** Takes room for so many bytes more; false when there is none. */
  take(bytes: number): boolean;
}

/** Bytes of requests that are in memory, over all calls of one gateway at a time. */
export class HeldBytes {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Room for one more request; nothing is taken yet. */
  open(): HeldRequest {
    let held = 0;
    return {
      take: (bytes) => {
        if (bytes > this.#left) return false;
        this.#left -= bytes;
        held += bytes;
        return true;
      },
      [Symbol.dispose]: () => {
        this.#left += held;
        held = 0;
      },
    };
  }
}
