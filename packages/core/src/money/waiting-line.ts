import { BudgetExceededError } from "./budget-exceeded-error.ts";
import { defaultCallTimeoutMs } from "./call-timeout.ts";
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
  /** That of its branch: the first that ever asked has the lowest. */
  readonly turn: number;
  readonly worst: NanoUsd;
  admit(): void;
  refuse(error: BudgetExceededError): void;
}

/** Calls back later; what it returns takes the call back. */
export type After = (ms: number, callback: () => void) => () => void;

/** How long calls may wait for each other without anything having been booked: longer than any of them takes. */
const stuckMs = 1.1 * defaultCallTimeoutMs;

/**
 * Strict mode: calls that will fit once others have been booked. Those of the branch that asked first, a cell of a run
 * say, come first, each branch's in the order they came: money that is short is to finish what has begun. Were it given
 * to whoever asks, all cells would get their first calls and none its last.
 */
export class WaitingLine {
  readonly #waiting = new Set<Waiter>();
  readonly #turns = new WeakMap<Purse, number>();
  #nextTurn = 0;
  readonly #holders: () => Iterable<Purse>;
  readonly #after: After;
  #round = 0;
  /** How often something was booked. */
  #news = 0;
  #cancelWatch: (() => void) | undefined;

  /** `holders` are the purses whose calls are under way, and have money held back. */
  constructor(holders: () => Iterable<Purse>, after: After) {
    this.#holders = holders;
    this.#after = after;
  }

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
        if (this.#waiting.size === 0) this.#endWatch();
      };
      const onAbort = () => {
        leave();
        reject(signal?.reason);
        this.serve();
      };
      const waiter: Waiter = {
        purse,
        turn: this.#turnOf(branchOf(purse)),
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
      this.#lineUp(waiter);
      this.#serve();
      this.#watch();
    });
  }

  #turnOf(branch: Purse): number {
    const known = this.#turns.get(branch);
    if (known !== undefined) return known;
    this.#turns.set(branch, this.#nextTurn);
    return this.#nextTurn++;
  }

  #lineUp(waiter: Waiter): void {
    const behind = [...this.#waiting].filter(({ turn }) => turn > waiter.turn);
    this.#waiting.add(waiter);
    for (const later of behind) {
      this.#waiting.delete(later);
      this.#waiting.add(later);
    }
  }

  /**
   * Goes through the line. A call that fits goes out; one that can never fit, because less is left than it may cost,
   * is refused; any other keeps its place, and nobody behind it gets money from a purse that it waits for, so that a
   * dear call is not starved by cheap ones. To be called whenever money was spent or is no longer held back.
   */
  serve(): void {
    this.#news += 1;
    this.#serve();
  }

  #serve(): void {
    this.#round += 1;
    for (const waiter of this.#waiting) {
      const hopeless = hopelessFor(waiter);
      if (hopeless) waiter.refuse(hopeless);
      else if (this.#fits(waiter)) waiter.admit();
    }
  }

  /** Is there room for it now, and nobody before it? Where there is none, it stands before whoever comes later. */
  #fits({ purse, worst }: Waiter): boolean {
    let fits = true;
    for (let at: Purse | undefined = purse; at; at = at.parent) {
      if (at.blockedIn === this.#round) fits = false;
      if (at.limit === undefined || at.spent + at.reserved + worst <= at.limit) continue;
      fits = false;
      at.blockedIn = this.#round;
    }
    return fits;
  }

  #watch(): void {
    if (this.#cancelWatch || this.#waiting.size === 0) return;
    const seen = this.#news;
    this.#cancelWatch = this.#after(stuckMs, () => {
      this.#cancelWatch = undefined;
      if (this.#news === seen) this.#breakUp();
      this.#watch();
    });
  }

  #endWatch(): void {
    this.#cancelWatch?.();
    this.#cancelWatch = undefined;
  }

  /**
   * Code that keeps one call open while it waits for money for another can wait for itself, or for others that do the
   * same. Calls at once look the same and are no such thing, for each ends by itself: that is why there is a wait
   * before this that outlasts them. When everybody who holds money back waits for some, the first of them is told that
   * there is none.
   */
  #breakUp(): void {
    const holding = new Set([...this.#holders()].map(branchOf));
    const waiting = new Set([...this.#waiting].map(({ purse }) => branchOf(purse)));
    for (const branch of holding) if (!waiting.has(branch)) return;
    const stuck = [...this.#waiting].find(({ purse }) => holding.has(branchOf(purse)));
    if (!stuck) return;
    stuck.refuse(exceeded(shortOf(stuck), stuck.worst));
    this.#serve();
  }
}

/** Why there can never be room for it, if so. */
function hopelessFor({ purse, worst }: Waiter): BudgetExceededError | undefined {
  for (let at: Purse | undefined = purse; at; at = at.parent) {
    if (at.limit === undefined) continue;
    if (at.spent >= at.limit) return exceeded(at);
    if (at.spent + worst > at.limit) return exceeded(at, worst);
  }
  return undefined;
}

/** The purse right below the outermost one: those of one cell, say, are taken as one that holds and waits. */
function branchOf(purse: Purse): Purse {
  let at = purse;
  while (at.parent?.parent) at = at.parent;
  return at;
}

/** The purse that has no room for it now. */
function shortOf({ purse, worst }: Waiter): Purse {
  let short = purse;
  for (let at: Purse | undefined = purse; at; at = at.parent) {
    if (at.limit === undefined) continue;
    short = at;
    if (at.spent + at.reserved + worst > at.limit) break;
  }
  return short;
}
