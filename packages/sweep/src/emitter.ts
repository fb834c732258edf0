import { createRedactor, type Outcome, type Redactor } from "@flow-state-dev/records";
import type { OnSweepEvent, SweepEvent } from "./sweep-event.ts";

/** Tells the listener, if there is one. Nothing a listener does reaches the sweep. */
export class Emitter {
  readonly #listener: OnSweepEvent | undefined;
  #redactor: Redactor | undefined;
  /** What the listener threw first, if it ever did. */
  failure: unknown;

  constructor(listener: OnSweepEvent | undefined) {
    this.#listener = listener;
  }

  /** Whether anybody listens; spares making events for nobody. */
  get listened(): boolean {
    return this.#listener !== undefined;
  }

  emit(event: SweepEvent): void {
    if (!this.#listener) return;
    try {
      const returned: unknown = this.#listener(event);
      if (returned instanceof Promise) returned.catch((error) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The outcome as an event may carry it: error texts without secrets. */
  plain(outcome: Outcome): Outcome {
    if (outcome.kind === "passed" || outcome.kind === "failed" || outcome.kind === "timed-out")
      return outcome;
    this.#redactor ??= createRedactor();
    return this.#redactor.json(outcome);
  }

  #fail(error: unknown): void {
    this.failure ??= error;
  }
}
