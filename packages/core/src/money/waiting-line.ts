import { BudgetExceededError } from "./budget-exceeded-error.ts";
import { fromNanoUsd, type NanoUsd } from "./nano-usd.ts";

/** The sums of an account, as far as limits are concerned. */
export interface Purse {
  readonly name: string;
  readonly parent: Purse | undefined;
  readonly limit: NanoUsd | undefined;
  spent: NanoUsd;
  /** Held back for calls under way. */
  reserved: NanoUsd;
  /** The round in which a call was told to wait for this purse: whoever comes later waits behind it. */
  blockedIn: number;
}

/** Why nothing may go out of a purse any more; with `worst`, why a call that may cost so much may not. */
export function exceeded(purse: Purse, worst?: NanoUsd): BudgetExceededError {
  return new BudgetExceededError({
    account: purse.name,
    limitUsd: fromNanoUsd(purse.limit ?? 0),
    spentUsd: fromNanoUsd(purse.spent),
    ...(worst !== undefined && { worstCaseUsd: fromNanoUsd(worst) }),
  });
}

interface Waiter {
  readonly purse: Purse;
  readonly worst: NanoUsd;
  admit(): void;
  refuse(error: BudgetExceededError): void;
}

/** Strict mode: calls that will fit once others have been booked, in the order they came. */
export class WaitingLine {
  readonly #waiting = new Set<Waiter>();
  #round = 0;

  /**
   * Runs `take` at the moment there is room for the worst case in the purse and all above; it has to hold that much
   * back at once. Rejects when there can never be room, or with the signal's reason.
   */
  wait<T>(purse: Purse, worst: NanoUsd, signal: AbortSignal | undefined, take: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        this.#waiting.delete(waiter);
        signal?.removeEventListener("abort", onAbort);
      };
      const onAbort = () => {
        leave();
        reject(signal?.reason);
        this.serve();
      };
      const waiter: Waiter = {
        purse,
        worst,
        admit: () => {
          leave();
          resolve(take());
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(waiter);
      this.serve();
    });
  }

  /**
   * Goes through the line. A call that fits goes out; one that can never fit, because less is left than it may cost,
   * is refused; any other keeps its place, and nobody behind it gets money from a purse that it waits for, so that a
   * dear call is not starved by cheap ones. To be called whenever money was spent or is no longer held back.
   */
  serve(): void {
    this.#round += 1;
    for (const waiter of this.#waiting) {
      let fits = true;
      let hopeless: BudgetExceededError | undefined;
      for (let at: Purse | undefined = waiter.purse; at && !hopeless; at = at.parent) {
        if (at.blockedIn === this.#round) fits = false;
        if (at.limit === undefined) continue;
        if (at.spent >= at.limit) hopeless = exceeded(at);
        else if (at.spent + waiter.worst > at.limit) hopeless = exceeded(at, waiter.worst);
        else if (at.spent + at.reserved + waiter.worst > at.limit) {
          fits = false;
          at.blockedIn = this.#round;
        }
      }
      if (hopeless) waiter.refuse(hopeless);
      else if (fits) waiter.admit();
    }
  }
}
