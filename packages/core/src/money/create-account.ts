import { Line } from "../line/line.ts";
import { neverSent } from "./aborted-call.ts";
import type {
  Account,
  AccountOptions,
  CallIntent,
  ChildAccountOptions,
  Ledger,
  LedgerAnswer,
  OpenCall,
  OutermostAccount,
} from "./account.ts";
import type { BudgetExceededError } from "./budget-exceeded-error.ts";
import type { Payer } from "./charge.ts";
import { checkAmount } from "./invalid-amount-error.ts";
import { type CallBearer, type CallTree, cutOffWhenPassed, MemoryCall } from "./memory-call.ts";
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
  const underWay = new Line<MemoryCall>();
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

function* holdersOf(underWay: Line<MemoryCall>): Iterable<Purse> {
  for (const call of underWay) if (call.holds) yield call.account;
}

const systemAfter: After = (ms, callback) => {
  const timeout = setTimeout(callback, ms);
  return () => clearTimeout(timeout);
};

/** What all accounts of one tree share. */
interface Tree extends CallTree {
  readonly strict: boolean;
  readonly allowUnpriced: boolean;
}

class MemoryAccount implements OutermostAccount, CallBearer {
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
    let granted: boolean;
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
      // The money ran out while the call was being written down.
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
