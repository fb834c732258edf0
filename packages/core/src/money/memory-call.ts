import { randomUUID } from "node:crypto";
import type { Linable, Line } from "../line/line.ts";
import type { Ledger, OpenCall, Settlement } from "./account.ts";
import { bookable } from "./bookable.ts";
import type { Charge, Payer } from "./charge.ts";
import { fromNanoUsd, type NanoUsd, toNanoUsd } from "./nano-usd.ts";
import { book, type Sums } from "./sums.ts";
import { exceeded, type Purse, type WaitingLine } from "./waiting-line.ts";

/** What the calls of one tree of accounts share. */
export interface CallTree {
  readonly ledger: Ledger | undefined;
  readonly line: WaitingLine;
  /** All calls of the tree; which of them an account bears is asked only when its limit is passed. */
  readonly underWay: Line<MemoryCall>;
}

/** An account, as far as the calls on it and on its children need to know it. */
export interface CallBearer extends Purse, Sums {
  readonly path: readonly string[];
  readonly payer: Payer;
  readonly parent: CallBearer | undefined;
  readonly tree: CallTree;
  /** Calls that have opened and were not booked yet. */
  openCalls: number;
  /** Whether its limit was passed when that was last looked at. */
  passed: boolean;
}

/**
 * A call under way on an account and all above it: it holds money back on each from the moment it is made, and gives it
 * free when it is booked, or discarded. A charge that is only carried is replaced by the true one, once.
 */
export class MemoryCall implements OpenCall, Linable<MemoryCall> {
  /** Its neighbours among the calls under way. */
  before: MemoryCall | null = null;
  behind: MemoryCall | null = null;
  readonly id = randomUUID();
  /** It is in the books and may go out. Until then it may itself wait there for money. */
  granted = false;
  readonly controller = new AbortController();
  readonly #account: CallBearer;
  readonly #reserved: NanoUsd;
  readonly #worstCaseUsd: number | null;
  readonly #promised: boolean;
  #charge: (Charge & Pick<Settlement, "carried">) | undefined;

  /** `promised` when the call is not to cost more than what is held back for it. */
  constructor(account: CallBearer, reserved: NanoUsd, worstCaseUsd: number | null, promised = false) {
    this.#promised = promised;
    this.#worstCaseUsd = worstCaseUsd;
    this.#account = account;
    this.#reserved = reserved;
    account.tree.underWay.add(this);
    for (let at: CallBearer | undefined = account; at; at = at.parent) {
      at.openCalls += 1;
      at.reserved += reserved;
    }
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The call never went out and is in nobody's books. */
  discard(): void {
    this.#leave();
    this.#account.tree.line.serve();
  }

  settle(given: Settlement): Charge {
    const carried = this.#charge;
    if (carried && (!carried.carried || given.carried)) return carried;
    const facts = bookable(given, this.#worstCaseUsd);
    const cost = facts.costUsd === null ? null : toNanoUsd(facts.costUsd);
    const account = this.#account;
    const charge: Charge & Pick<Settlement, "carried"> = {
      ...facts,
      costUsd: cost === null ? null : fromNanoUsd(cost),
      callId: this.id,
      accounts: account.path,
      payer: account.payer,
      ...(this.#promised && cost !== null && cost > this.#reserved && { overReserved: true }),
    };
    this.#charge = charge;
    if (!carried) this.#leave();
    for (let at: CallBearer | undefined = account; at; at = at.parent) {
      if (carried) book(at, carried, -1);
      book(at, charge, 1);
    }
    try {
      account.tree.ledger?.charged(charge);
    } finally {
      for (let at: CallBearer | undefined = account; at; at = at.parent) cutOffWhenPassed(at);
      account.tree.line.serve();
    }
    return charge;
  }

  /** Does it keep money from others until it is booked? */
  get holds(): boolean {
    return this.granted && this.#reserved > 0;
  }

  get account(): CallBearer {
    return this.#account;
  }

  /** Does this account bear it? */
  isOn(account: CallBearer): boolean {
    let at: CallBearer | undefined = this.#account;
    while (at && at !== account) at = at.parent;
    return at !== undefined;
  }

  #leave(): void {
    this.#account.tree.underWay.delete(this);
    for (let at: CallBearer | undefined = this.#account; at; at = at.parent) {
      at.openCalls -= 1;
      at.reserved -= this.#reserved;
    }
  }
}

/**
 * Cuts off the calls under way of an account that has passed its limit. Only free calls open on a spent account, so
 * those under way when it is passed are all that have to be cut off.
 */
export function cutOffWhenPassed(account: CallBearer): void {
  const passed = account.limit !== undefined && account.spent > account.limit;
  if (passed === account.passed) return;
  account.passed = passed;
  if (!passed) return;
  const reason = exceeded(account);
  for (const call of account.tree.underWay) if (call.isOn(account)) call.controller.abort(reason);
}
