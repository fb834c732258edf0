import { longestTimerMs } from "@flow-state-dev/core";
import type { WaitedFor } from "./upstream-errors.ts";

/**
 * How long a provider may take: one wait at a time, and all of it together. The first that is too long is told, and
 * whoever is told ends it.
 */
export class Deadlines {
  readonly #onLate: (what: WaitedFor, ms: number) => void;
  #wait: NodeJS.Timeout | undefined;
  #whole: NodeJS.Timeout | undefined;

  constructor(onLate: (what: WaitedFor, ms: number) => void) {
    this.#onLate = onLate;
  }

  /** From now on until the end of the answer, in milliseconds. */
  begin(ms: number): void {
    this.#whole = this.#timer("whole-answer", ms);
  }

  /** The next wait begins, and the one before it is over. Milliseconds. */
  expect(what: WaitedFor, ms: number): void {
    clearTimeout(this.#wait);
    this.#wait = this.#timer(what, ms);
  }

  /** Something came: the present wait begins anew. */
  refresh(): void {
    this.#wait?.refresh();
  }

  /** Nobody waits for the provider until `expect` is called again; all of it together may still take too long. */
  rest(): void {
    clearTimeout(this.#wait);
    this.#wait = undefined;
  }

  /** It is over; nothing is late any more. */
  end(): void {
    this.rest();
    clearTimeout(this.#whole);
  }

  #timer(what: WaitedFor, ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#onLate(what, ms), Math.min(ms, longestTimerMs));
  }
}
