import type { Timer } from "../time/timer.ts";

/** After a failure it is asked again after this time. */
const afterFailureMs = 1_000;

/**
 * Asks somebody else again and again, one question at a time. While one is under way, whatever comes up is for the
 * next. The question says after how many milliseconds it is to be asked again; undefined leaves that to whoever has
 * reason to.
 */
export class Turns {
  readonly #ask: () => Promise<number | undefined>;
  readonly #timer: Timer;
  #asking = false;
  #stopped = false;
  /** How soon it is wanted again, told while a question was under way. */
  #wantedInMs: number | undefined;
  #cancel: (() => void) | undefined;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(ask: () => Promise<number | undefined>, timer: Timer) {
    this.#ask = ask;
    this.#timer = timer;
  }

  /** Asks after at most this time, at once with 0. */
  within(ms: number): void {
    if (this.#stopped) return;
    if (this.#asking) {
      this.#wantedInMs = Math.min(ms, this.#wantedInMs ?? Number.POSITIVE_INFINITY);
      return;
    }
    const dueAt = performance.now() + ms;
    if (dueAt >= this.#dueAt) return;
    this.#cancel?.();
    this.#dueAt = dueAt;
    if (ms <= 0) return void this.#turn();
    this.#cancel = this.#timer.after(ms, () => void this.#turn());
  }

  /** Asks no more. */
  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  async #turn(): Promise<void> {
    this.#cancel = undefined;
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#asking = true;
    const never = Number.POSITIVE_INFINITY;
    const nextMs = (await this.#ask().catch(() => afterFailureMs)) ?? never;
    this.#asking = false;
    const soonestMs = Math.min(nextMs, this.#wantedInMs ?? never);
    this.#wantedInMs = undefined;
    if (soonestMs < never) this.within(soonestMs);
  }
}
