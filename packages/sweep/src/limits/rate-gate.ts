import type { Clock } from "@flow-state-dev/core";
import type { Timer } from "../time/timer.ts";
import { type RateLimits, type RatePermit, RateWindow } from "./rate-window.ts";

interface Waiter {
  admit(permit: RatePermit): void;
}

/** Where calls to one provider get their place in the current minute. */
export interface CallGate {
  /** A place without waiting for one, if nobody is before us and there is one. A promise when others must be asked. */
  take(): RatePermit | undefined | Promise<RatePermit | undefined>;
  /** A place, in turn. Rejects with the signal's reason when it fires. */
  wait(signal: AbortSignal): Promise<RatePermit>;
}

/** Where calls to one provider wait for a place in the current minute, in the order they came. */
export class RateGate implements CallGate {
  readonly #window: RateWindow;
  readonly #timer: Timer;
  readonly #waiting = new Set<Waiter>();
  #cancelTimer: (() => void) | undefined;

  constructor(limits: RateLimits, clock: Clock, timer: Timer) {
    this.#window = new RateWindow(limits, clock);
    this.#window.onFreed = () => {
      if (this.#waiting.size > 0) this.#serve();
    };
    this.#timer = timer;
  }

  take(): RatePermit | undefined {
    return this.#waiting.size === 0 ? this.#window.take() : undefined;
  }

  wait(signal: AbortSignal): Promise<RatePermit> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => {
        this.#waiting.delete(waiter);
        if (this.#waiting.size === 0) this.#stopTimer();
        reject(signal.reason);
      };
      const waiter: Waiter = {
        admit: (permit) => {
          signal.removeEventListener("abort", onAbort);
          resolve(permit);
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(waiter);
      this.#serve();
    });
  }

  #serve(): void {
    this.#stopTimer();
    for (const waiter of this.#waiting) {
      const permit = this.#window.take();
      if (!permit) break;
      this.#waiting.delete(waiter);
      waiter.admit(permit);
    }
    if (this.#waiting.size > 0) {
      this.#cancelTimer = this.#timer.after(this.#window.waitMs(), () => this.#serve());
    }
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
