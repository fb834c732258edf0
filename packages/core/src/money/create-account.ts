import { randomUUID } from "node:crypto";
import { Bag, type Baggable } from "../bag/bag.ts";
import { toErrorRecord } from "../errors/error-record.ts";
import type {
  Account,
  AccountOptions,
  CallIntent,
  ChildAccountOptions,
  Ledger,
  LedgerAnswer,
  OpenCall,
  OutermostAccount,
  Settlement,
} from "./account.ts";
import { bookable } from "./bookable.ts";
import type { BudgetExceededError } from "./budget-exceeded-error.ts";
import type { Charge, ChargeFacts, Payer } from "./charge.ts";
import { checkAmount } from "./invalid-amount-error.ts";
import { fromNanoUsd, type NanoUsd, toNanoUsd } from "./nano-usd.ts";
import { UnpricedModelError } from "./unpriced-model-error.ts";
import { noUsage, type Usage } from "./usage.ts";
import { type After, exceeded, type Purse, WaitingLine } from "./waiting-line.ts";

/**
 * An account kept in memory, exact to the billionth of a dollar. An operation costs time in the depth of the tree
 * (in strict mode also in the number of calls that wait for money), and a call that has been booked leaves nothing
 * behind but its share of the sums. Throws `InvalidAmountError` when the limit is not an amount of money.
 */
export function createAccount(options: AccountOptions): OutermostAccount {
  const underWay = new Bag<MemoryCall>();
  const account = new MemoryAccount(options, undefined, {
    strict: options.strict ?? false,
    allowUnpriced: options.allowUnpriced ?? false,
    ledger: options.ledger,
    line: new WaitingLine(() => holdersOf(underWay), options.after ?? systemAfter),
    underWay,
  });
  account.learn(checkAmount(`What was spent of ${options.name} before`, options.alreadySpentUsd ?? 0));
  return account;
}

function* holdersOf(underWay: Bag<MemoryCall>): Iterable<MemoryAccount> {
  for (const call of underWay) if (call.holds) yield call.account;
}

const systemAfter: After = (ms, callback) => {
  const timeout = setTimeout(callback, ms);
  return () => clearTimeout(timeout);
};

/** What all accounts of one tree share. */
interface Tree {
  readonly strict: boolean;
  readonly allowUnpriced: boolean;
  readonly ledger: Ledger | undefined;
  readonly line: WaitingLine;
  /** All calls of the tree; which of them an account bears is asked only when its limit is passed. */
  readonly underWay: Bag<MemoryCall>;
}

class MemoryAccount implements OutermostAccount, Purse {
  readonly name: string;
  readonly path: readonly string[];
  readonly payer: Payer;
  readonly limitUsd: number | undefined;
  readonly parent: MemoryAccount | undefined;
  readonly tree: Tree;
  readonly limit: NanoUsd | undefined;
  spent: NanoUsd = 0;
  /** Part of `spent`: what others told of. */
  elsewhere: NanoUsd = 0;
  reserved: NanoUsd = 0;
  calls = 0;
  unpricedCalls = 0;
  readonly totals: Usage = { ...noUsage };
  openCalls = 0;
  passed = false;
  blockedIn = -1;

  constructor(options: ChildAccountOptions, parent: MemoryAccount | undefined, tree: Tree) {
    this.name = options.name;
    this.path = [...(parent?.path ?? []), options.name];
    this.payer = options.payer ?? parent?.payer ?? "subject";
    this.parent = parent;
    this.tree = tree;
    this.limitUsd = options.limitUsd;
    if (options.limitUsd !== undefined) {
      this.limit = toNanoUsd(checkAmount(`The limit of ${options.name}`, options.limitUsd));
    }
  }

  get strict(): boolean {
    return this.tree.strict;
  }

  get spentUsd(): number {
    return fromNanoUsd(this.spent);
  }

  get reservedUsd(): number {
    return fromNanoUsd(this.reserved);
  }

  get usage(): Usage {
    return { ...this.totals };
  }

  get leftUsd(): number | undefined {
    let left: NanoUsd | undefined;
    for (let at: MemoryAccount | undefined = this; at; at = at.parent) {
      if (at.limit === undefined) continue;
      const here = Math.max(0, at.limit - at.spent);
      if (left === undefined || here < left) left = here;
    }
    return left === undefined ? undefined : fromNanoUsd(left);
  }

  child(options: ChildAccountOptions): Account {
    return new MemoryAccount(options, this, this.tree);
  }

  learn(elsewhereUsd: number): void {
    checkAmount(`What others have spent of ${this.name}`, Math.abs(elsewhereUsd));
    const elsewhere = toNanoUsd(elsewhereUsd);
    if (elsewhere === this.elsewhere) return;
    this.spent += elsewhere - this.elsewhere;
    this.elsewhere = elsewhere;
    cutOffWhenPassed(this);
    this.tree.line.serve();
  }

  async open(intent: CallIntent): Promise<OpenCall> {
    if (intent.worstCaseUsd === null) this.#refuseUnpriced(intent);
    else checkAmount(`The worst case of a call to ${intent.modelId}`, intent.worstCaseUsd);
    const worst = toNanoUsd(intent.worstCaseUsd ?? 0);
    const isFree = intent.worstCaseUsd !== null && worst === 0;

    const admitted = this.#admit(intent, worst, isFree);
    const call = admitted instanceof Promise ? await admitted : admitted;
    let granted = false;
    try {
      const written = this.#writeDown(call, intent);
      const answer = written && (await written);
      if (answer) this.#heed(answer, worst);
      granted = answer !== undefined;
    } catch (error) {
      call.discard();
      throw error;
    }
    const refusal = isFree ? undefined : this.#exceeded(granted);
    if (refusal) {
      call.settle(neverSent(intent, refusal));
      throw refusal;
    }
    call.granted = true;
    return call;
  }

  /** A call with its money held back, once there is some. One that is free needs none. */
  #admit(intent: CallIntent, worst: NanoUsd, isFree: boolean): MemoryCall | Promise<MemoryCall> {
    const { worstCaseUsd } = intent;
    if (!this.strict) return isFree ? new MemoryCall(this, 0, worstCaseUsd) : this.#hold(worstCaseUsd);
    if (isFree) return new MemoryCall(this, 0, worstCaseUsd, true);
    const promised = worstCaseUsd !== null;
    return this.tree.line.wait(
      this,
      worst,
      intent.signal,
      () => new MemoryCall(this, worst, worstCaseUsd, promised),
    );
  }

  #writeDown(call: MemoryCall, intent: CallIntent): ReturnType<Ledger["opened"]> {
    const opened = {
      callId: call.id,
      accounts: this.path,
      payer: this.payer,
      modelId: intent.modelId,
      ...(intent.blockName !== undefined && { blockName: intent.blockName }),
      worstCaseUsd: intent.worstCaseUsd,
      openedAt: new Date().toISOString(),
    };
    return this.tree.ledger?.opened(opened, intent.signal);
  }

  /** Takes in what the books say about others. Throws when they did not take the call. */
  #heed({ state, elsewhereUsd }: LedgerAnswer, worst: NanoUsd): void {
    const outermost = this.#outermost;
    outermost.learn(elsewhereUsd);
    if (state === "opened") return;
    const isSpent = outermost.spent >= (outermost.limit ?? 0);
    throw exceeded(outermost, isSpent ? undefined : worst);
  }

  get #outermost(): MemoryAccount {
    let at: MemoryAccount = this;
    while (at.parent) at = at.parent;
    return at;
  }

  #refuseUnpriced({ modelId, pricedAs }: CallIntent): void {
    if (this.tree.allowUnpriced) return;
    for (let at: MemoryAccount | undefined = this; at; at = at.parent) {
      if (at.limit !== undefined) throw new UnpricedModelError(modelId, at.name, pricedAs);
    }
  }

  #hold(worstCaseUsd: number | null): MemoryCall {
    const refusal = this.#exceeded();
    if (refusal) throw refusal;
    return new MemoryCall(this, 0, worstCaseUsd);
  }

  /**
   * Why no call may go out from here now, if so. A promise kept for a call under way counts against the limit; but what
   * shared books have granted stands, for of what is held back here some may still wait there for money.
   */
  #exceeded(granted = false): BudgetExceededError | undefined {
    for (let at: MemoryAccount | undefined = this; at; at = at.parent) {
      if (at.limit === undefined) continue;
      const kept = granted && !at.parent ? 0 : at.reserved;
      if (at.spent >= at.limit || at.spent + kept > at.limit) return exceeded(at);
    }
    return undefined;
  }
}

class MemoryCall implements OpenCall, Baggable {
  /** Among the calls under way. */
  place = -1;
  readonly id = randomUUID();
  /** It is in the books and may go out. Until then it may itself wait there for money. */
  granted = false;
  readonly controller = new AbortController();
  readonly #account: MemoryAccount;
  readonly #reserved: NanoUsd;
  readonly #worstCaseUsd: number | null;
  readonly #promised: boolean;
  #charge: (Charge & Pick<Settlement, "carried">) | undefined;

  /** `promised` when the call is not to cost more than what is held back for it. */
  constructor(account: MemoryAccount, reserved: NanoUsd, worstCaseUsd: number | null, promised = false) {
    this.#promised = promised;
    this.#worstCaseUsd = worstCaseUsd;
    this.#account = account;
    this.#reserved = reserved;
    account.tree.underWay.add(this);
    for (let at: MemoryAccount | undefined = account; at; at = at.parent) {
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
    for (let at: MemoryAccount | undefined = account; at; at = at.parent) {
      if (carried) book(at, carried, -1);
      book(at, charge, 1);
    }
    try {
      account.tree.ledger?.charged(charge);
    } finally {
      for (let at: MemoryAccount | undefined = account; at; at = at.parent) cutOffWhenPassed(at);
      account.tree.line.serve();
    }
    return charge;
  }

  /** Does it keep money from others until it is booked? */
  get holds(): boolean {
    return this.granted && this.#reserved > 0;
  }

  get account(): MemoryAccount {
    return this.#account;
  }

  /** Does this account bear it? */
  isOn(account: MemoryAccount): boolean {
    let at: MemoryAccount | undefined = this.#account;
    while (at && at !== account) at = at.parent;
    return at !== undefined;
  }

  #leave(): void {
    this.#account.tree.underWay.delete(this);
    for (let at: MemoryAccount | undefined = this.#account; at; at = at.parent) {
      at.openCalls -= 1;
      at.reserved -= this.#reserved;
    }
  }
}

/** `sign` -1 takes it out again. */
function book(account: MemoryAccount, { usage, costUsd }: Charge, sign: 1 | -1): void {
  account.calls += sign;
  if (costUsd === null) account.unpricedCalls += sign;
  else account.spent += sign * toNanoUsd(costUsd);
  const { totals } = account;
  totals.inputTokens += sign * usage.inputTokens;
  totals.outputTokens += sign * usage.outputTokens;
  totals.cacheReadTokens += sign * usage.cacheReadTokens;
  totals.cacheWriteTokens += sign * usage.cacheWriteTokens;
  totals.reasoningTokens += sign * usage.reasoningTokens;
}

/** Only free calls open on a spent account, so those under way when it is passed are all that have to be cut off. */
function cutOffWhenPassed(account: MemoryAccount): void {
  const passed = account.limit !== undefined && account.spent > account.limit;
  if (passed === account.passed) return;
  account.passed = passed;
  if (!passed) return;
  const reason = exceeded(account);
  for (const call of account.tree.underWay) if (call.isOn(account)) call.controller.abort(reason);
}

/** The money ran out while the call was being written down: it is booked as one that cost nothing. */
function neverSent(intent: CallIntent, refusal: BudgetExceededError): ChargeFacts {
  return {
    status: "aborted",
    error: toErrorRecord(refusal),
    modelId: intent.modelId,
    ...(intent.blockName !== undefined && { blockName: intent.blockName }),
    usage: { ...noUsage },
    usageKnown: "none",
    costUsd: 0,
    costBasis: "prices",
    streamed: false,
    startedAt: new Date().toISOString(),
    latencyMs: 0,
  };
}
