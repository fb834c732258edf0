import {
  type Charge,
  type Clock,
  defaultCallTimeoutMs,
  fromNanoUsd,
  type Ledger,
  type Linable,
  type Line,
  type NanoUsd,
  type OpenedCall,
  toNanoUsd,
} from "@flow-state-dev/core";
import {
  type CallBudget,
  type CallGrant,
  type CallOpening,
  type CellId,
  InvalidRecordError,
  type RunBooks,
  type RunStore,
} from "@flow-state-dev/records";
import type { Timer } from "../time/timer.ts";
import { CellOverError } from "./cell-over-error.ts";
import { NewsOfMoney } from "./news-of-money.ts";
import { type BookedCharge, toCallCharge } from "./to-call-charge.ts";

/** The attempt a call is written down under. */
export interface BookedAttempt extends Linable<BookedAttempt> {
  readonly cell: CellId;
  readonly attempt: number;
  /** Name of the account its calls are on; undefined while it has made none. */
  readonly accountName: string | undefined;
  /** Calls of it that are under way, and may keep money back. */
  readonly openCalls: number;
  onCharge(charge: Charge): void;
  /** A call of it was refused, or could not be booked, because the store failed. */
  onStoreTrouble(error: unknown): void;
}

/** What a call book is made of. */
export interface CallBookSetup {
  store: RunStore;
  runId: string;
  /** Those under way. */
  attempts: Line<BookedAttempt>;
  /** What all processes together may spend on the run; undefined when that is not limited. */
  budget: CallBudget | undefined;
  clock: Clock;
  timer: Timer;
  random: () => number;
  /** A call that was carried has its true charge after all. */
  onCorrected(cell: CellId, charge: Charge): void;
}

/**
 * How long a call may wait for money without anything having been booked, while its cell keeps money back itself:
 * longer than any call takes that ends by itself.
 */
const stuckMs = 1.1 * defaultCallTimeoutMs;

/**
 * The ledger of a sweep: writes every call into the store, under the attempt whose account it is on. A call goes out
 * only when its opening is durable, and the write that makes it so is where the budget of the run is granted: it counts
 * what every process on the run has spent and, in strict mode, may still spend.
 */
export class CallBook implements Ledger {
  readonly #setup: CallBookSetup;
  readonly #money: NewsOfMoney;
  /** Calls that are carried, with what they stand at. */
  readonly #carried = new Map<string, { cell: CellId; cost: NanoUsd }>();
  #likely: BookedAttempt | undefined;
  /** What was booked here, as the run's account has it; what of it is carried counts only in strict mode. */
  #own: NanoUsd = 0;
  /** Whether the true charge of a call has taken the place of a carried one. */
  corrected = false;

  constructor(setup: CallBookSetup) {
    this.#setup = setup;
    this.#money = new NewsOfMoney(setup.timer, setup.random);
  }

  /** Whether a call waits for money that is held back for others; that of a dead process has to be found. */
  get waits(): boolean {
    return this.#money.awaited;
  }

  /** A name for an account that no attempt under way has. */
  uniqueName(name: string): string {
    let unique = name;
    for (let n = 2; this.#find(unique); n++) unique = `${name} (${n})`;
    return unique;
  }

  /** The attempt that opens or books a call now; spares looking for it by the name of its account. */
  expect(attempt: BookedAttempt): void {
    this.#likely = attempt;
  }

  /**
   * What others have spent of the run by now, in US dollars; what is not known but carried only in strict mode. What is
   * booked here while the books are read may be in them or not: others are not made to answer for it.
   */
  async elsewhereUsd(): Promise<number> {
    const { store, runId } = this.#setup;
    const books = await store.books(runId);
    return this.#elsewhere(books, this.#own);
  }

  async opened(
    { callId, accounts, payer, modelId, worstCaseUsd, openedAt }: OpenedCall,
    signal?: AbortSignal,
  ): Promise<Pick<CallGrant, "state"> & { elsewhereUsd: number }> {
    const attempt = this.#attemptOf(accounts);
    if (!attempt) throw new CellOverError(accounts[1] ?? "The cell");
    const opening = { callId, payer, modelId, worstCaseUsd, openedAt };
    const { store, runId, budget, clock } = this.#setup;
    let seen: RunBooks | undefined;
    let newsAt = 0;
    for (let tried = 1; ; tried += 1) {
      const own = this.#own;
      const asking = store.openCall(runId, attempt.cell, attempt.attempt, opening, budget);
      const grant = await asking.catch((error: unknown) => {
        // A call that cannot be written down by anybody is the cell's own fault.
        if (!(error instanceof InvalidRecordError)) attempt.onStoreTrouble(error);
        throw error;
      });
      const { state } = grant;
      if (state === "opened" || !this.#mayStillFit(grant, opening))
        return { state, elsewhereUsd: this.#elsewhere(grant, own) };
      if (!seen || !isSame(seen, grant)) newsAt = clock.elapsed();
      seen = grant;
      // Cells of several processes that keep one call open and wait for another would wait for each other for ever.
      if (attempt.openCalls > 0 && clock.elapsed() - newsAt >= stuckMs)
        return { state, elsewhereUsd: this.#elsewhere(grant, own) };
      await this.#money.next(tried, signal);
    }
  }

  charged(charge: BookedCharge): void {
    const { callId } = charge;
    const carried = this.#carried.get(callId);
    if (carried) {
      this.#correct(carried, charge);
      return;
    }
    const attempt = this.#attemptOf(charge.accounts);
    const cost = nanoOf(charge);
    let booked = charge;
    try {
      booked = this.#write(charge);
      if (this.#counts(booked)) this.#own += cost;
    } catch (error) {
      attempt?.onStoreTrouble(error);
      throw error;
    } finally {
      this.#money.tell();
    }
    if (charge.carried && attempt) this.#carried.set(callId, { cell: attempt.cell, cost });
    attempt?.onCharge(booked);
  }

  /**
   * The charge as the store has it now. One that the store does not take is carried at its worst case: a call that
   * stayed open would keep its money back for as long as the run lasts. Throws when the store takes that no more.
   */
  #write(charge: BookedCharge): BookedCharge {
    const { store, runId } = this.#setup;
    let refusal: unknown;
    if (!charge.carried) {
      try {
        store.chargeCall(runId, toCallCharge(charge));
        return charge;
      } catch (error) {
        refusal = error;
      }
    }
    try {
      store.carryCall(runId, charge.callId);
    } catch (error) {
      throw refusal ?? error;
    }
    return { ...charge, carried: true };
  }

  /** Whoever books it has no cell any more: it may not fail for a store that is closed. Then the worst case stands. */
  #correct({ cell, cost }: { cell: CellId; cost: NanoUsd }, charge: BookedCharge): void {
    const { store, runId, onCorrected } = this.#setup;
    this.#carried.delete(charge.callId);
    this.#own += nanoOf(charge) - (this.#strict ? cost : 0);
    try {
      store.chargeCall(runId, toCallCharge(charge));
    } catch {
      return;
    }
    this.corrected = true;
    this.#money.tell();
    onCorrected(cell, charge);
  }

  /** `own` is what was booked here by then: an opening is answered with what the store was told before it. */
  #elsewhere({ spentUsd, carriedUsd }: RunBooks, own: NanoUsd): number {
    return fromNanoUsd(toNanoUsd(spentUsd) - (this.#strict ? 0 : toNanoUsd(carriedUsd)) - own);
  }

  get #strict(): boolean {
    return this.#setup.budget?.strict ?? false;
  }

  #counts({ carried }: BookedCharge): boolean {
    return this.#strict || !carried;
  }

  /** Whether a refused call has room once calls under way, here or elsewhere, have cost less than they may. */
  #mayStillFit({ spentUsd }: RunBooks, { worstCaseUsd }: CallOpening): boolean {
    const { budget } = this.#setup;
    if (!budget?.strict) return false;
    const left = toNanoUsd(budget.limitUsd) - toNanoUsd(spentUsd);
    return left > 0 && toNanoUsd(worstCaseUsd ?? 0) <= left;
  }

  #attemptOf(accounts: readonly string[]): BookedAttempt | undefined {
    const name = accounts[1];
    const likely = this.#likely;
    if (likely && likely.accountName === name && this.#setup.attempts.has(likely)) return likely;
    return this.#find(name);
  }

  #find(name: string | undefined): BookedAttempt | undefined {
    return name === undefined
      ? undefined
      : this.#setup.attempts.find(({ accountName }) => accountName === name);
  }
}

function isSame(one: RunBooks, other: RunBooks): boolean {
  return (
    one.spentUsd === other.spentUsd &&
    one.reservedUsd === other.reservedUsd &&
    one.openCalls === other.openCalls &&
    one.carriedCalls === other.carriedCalls
  );
}

function nanoOf({ costUsd }: Charge): NanoUsd {
  return costUsd === null ? 0 : toNanoUsd(costUsd);
}
