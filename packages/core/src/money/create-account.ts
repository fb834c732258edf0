import { randomUUID } from "node:crypto";
import { Bag, type Baggable } from "../bag/bag.ts";
import { toErrorRecord } from "../errors/error-record.ts";
import type {
  Account,
  AccountOptions,
  CallIntent,
  ChildAccountOptions,
  Ledger,
  OpenCall,
} from "./account.ts";
import type { BudgetExceededError } from "./budget-exceeded-error.ts";
import type { Charge, ChargeFacts, Payer } from "./charge.ts";
import { checkAmount } from "./invalid-amount-error.ts";
import { fromNanoUsd, type NanoUsd, toNanoUsd } from "./nano-usd.ts";
import { UnpricedModelError } from "./unpriced-model-error.ts";
import { noUsage, type Usage } from "./usage.ts";
import { exceeded, type Purse, WaitingLine } from "./waiting-line.ts";

/**
 * An account kept in memory, exact to the billionth of a dollar. An operation costs time in the depth of the tree
 * (in strict mode also in the number of calls that wait for money), and a call that has been booked leaves nothing
 * behind but its share of the sums. Throws `InvalidAmountError` when the limit is not an amount of money.
 */
export function createAccount(options: AccountOptions): Account {
  const account = new MemoryAccount(options, undefined, {
    strict: options.strict ?? false,
    allowUnpriced: options.allowUnpriced ?? false,
    ledger: options.ledger,
    line: new WaitingLine(),
    underWay: new Bag(),
  });
  const before = options.alreadySpentUsd ?? 0;
  account.spent = toNanoUsd(checkAmount(`What was spent of ${options.name} before`, before));
  return account;
}

/** What all accounts of one tree share. */
interface Tree {
  readonly strict: boolean;
  readonly allowUnpriced: boolean;
  readonly ledger: Ledger | undefined;
  readonly line: WaitingLine;
  /** All calls of the tree; which of them an account bears is asked only when its limit is passed. */
  readonly underWay: Bag<MemoryCall>;
}

class MemoryAccount implements Account, Purse {
  readonly name: string;
  readonly path: readonly string[];
  readonly payer: Payer;
  readonly limitUsd: number | undefined;
  readonly parent: MemoryAccount | undefined;
  readonly tree: Tree;
  readonly limit: NanoUsd | undefined;
  spent: NanoUsd = 0;
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

  async open(intent: CallIntent): Promise<OpenCall> {
    if (intent.worstCaseUsd === null) this.#refuseUnpriced(intent);
    else checkAmount(`The worst case of a call to ${intent.modelId}`, intent.worstCaseUsd);
    const worst = toNanoUsd(intent.worstCaseUsd ?? 0);

    const call = this.strict
      ? await this.tree.line.wait(
          this,
          worst,
          intent.signal,
          () => new MemoryCall(this, worst, intent.worstCaseUsd !== null),
        )
      : this.#hold();
    try {
      const written = this.tree.ledger?.opened({
        callId: call.id,
        accounts: this.path,
        payer: this.payer,
        modelId: intent.modelId,
        ...(intent.blockName !== undefined && { blockName: intent.blockName }),
        worstCaseUsd: intent.worstCaseUsd,
        openedAt: new Date().toISOString(),
      });
      if (written) await written;
    } catch (error) {
      call.discard();
      throw error;
    }
    const refusal = this.#exceeded();
    if (refusal) {
      call.settle(neverSent(intent, refusal));
      throw refusal;
    }
    return call;
  }

  #refuseUnpriced({ modelId, pricedAs }: CallIntent): void {
    if (this.tree.allowUnpriced) return;
    for (let at: MemoryAccount | undefined = this; at; at = at.parent) {
      if (at.limit !== undefined) throw new UnpricedModelError(modelId, at.name, pricedAs);
    }
  }

  #hold(): MemoryCall {
    const refusal = this.#exceeded();
    if (refusal) throw refusal;
    return new MemoryCall(this, 0);
  }

  /** Why no call may go out from here now, if so. A promise kept for a call under way counts against the limit. */
  #exceeded(): BudgetExceededError | undefined {
    for (let at: MemoryAccount | undefined = this; at; at = at.parent) {
      if (at.limit === undefined) continue;
      if (at.spent >= at.limit || at.spent + at.reserved > at.limit) return exceeded(at);
    }
    return undefined;
  }
}

class MemoryCall implements OpenCall, Baggable {
  /** Among the calls under way. */
  place = -1;
  readonly id = randomUUID();
  readonly controller = new AbortController();
  readonly #account: MemoryAccount;
  readonly #reserved: NanoUsd;
  readonly #promised: boolean;
  #charge: Charge | undefined;

  /** `promised` when the call is not to cost more than what is held back for it. */
  constructor(account: MemoryAccount, reserved: NanoUsd, promised = false) {
    this.#promised = promised;
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

  settle(facts: ChargeFacts): Charge {
    if (this.#charge) return this.#charge;
    const cost = facts.costUsd === null ? null : toNanoUsd(checkAmount("The cost of a call", facts.costUsd));
    const account = this.#account;
    const charge: Charge = {
      ...facts,
      costUsd: cost === null ? null : fromNanoUsd(cost),
      callId: this.id,
      accounts: account.path,
      payer: account.payer,
      ...(this.#promised && cost !== null && cost > this.#reserved && { overReserved: true }),
    };
    this.#charge = charge;
    this.#leave();
    for (let at: MemoryAccount | undefined = account; at; at = at.parent) book(at, facts.usage, cost);
    try {
      account.tree.ledger?.charged(charge);
    } finally {
      for (let at: MemoryAccount | undefined = account; at; at = at.parent) cutOffWhenPassed(at);
      account.tree.line.serve();
    }
    return charge;
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

function book(account: MemoryAccount, usage: Usage, cost: NanoUsd | null): void {
  account.calls += 1;
  if (cost === null) account.unpricedCalls += 1;
  else account.spent += cost;
  const { totals } = account;
  totals.inputTokens += usage.inputTokens;
  totals.outputTokens += usage.outputTokens;
  totals.cacheReadTokens += usage.cacheReadTokens;
  totals.cacheWriteTokens += usage.cacheWriteTokens;
  totals.reasoningTokens += usage.reasoningTokens;
}

/** No call opens on a spent account, so those under way at the moment it is passed are all there will ever be. */
function cutOffWhenPassed(account: MemoryAccount): void {
  if (account.passed || account.limit === undefined || account.spent <= account.limit) return;
  account.passed = true;
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
