import {
  type Account,
  BudgetExceededError,
  type CallIntent,
  type Charge,
  type ChargeFacts,
  type ErrorRecord,
  noUsage,
  type OpenCall,
  toErrorRecord,
} from "@flow-state-dev/core";
import { isRateLimit, isThrottling } from "../limits/is-throttling.ts";
import type { CallGate } from "../limits/rate-gate.ts";
import type { RatePermit } from "../limits/rate-window.ts";
import type { SlotHolder } from "../limits/slot-holder.ts";
import type { Provider, ProviderGroup, Slots } from "../limits/slots.ts";

type Settlement = Parameters<OpenCall["settle"]>[0];

/** The attempt that calls are made for, as far as they need to know it. */
export interface CallOwner {
  /** How messages call it. */
  readonly name: string;
  readonly slot: SlotHolder;
  readonly slots: Slots;
  readonly group: ProviderGroup;
  /** The account whose limit is that of the whole run. */
  readonly runAccount: Account;
  /** Why no call may go out any more; undefined while the attempt is under way. */
  readonly refusal: Error | undefined;
  /** Fires with the refusal. */
  readonly waitSignal: AbortSignal;
  /** A call of it is about to be opened or booked. */
  onBooking(): void;
  /** The run's limit refused or cut off a call. */
  onRunSpent(wantedUsd?: number): void;
  /** The limit of a provider came down. */
  onThrottled(provider: Provider, status: number | undefined): void;
}

/**
 * The calls of one attempt: they wait at the provider's gate outside of the attempt's slot, are cut off when the
 * attempt ends, and are all booked by then.
 */
export class CellCalls {
  readonly #owner: CallOwner;
  readonly #open: CellCall[] = [];
  #opening = 0;
  #onIdle: (() => void) | undefined;
  /** Whether a provider has turned a call of this attempt away. */
  throttled = false;
  /** Whether one did so because too much was asked of it. */
  rateLimited = false;

  constructor(owner: CallOwner) {
    this.#owner = owner;
  }

  /** Opens a call on an account of this attempt. */
  async open(account: Account, intent: CallIntent): Promise<OpenCall> {
    const owner = this.#owner;
    const { slot, slots, group } = owner;
    if (owner.refusal) throw owner.refusal;
    const provider = slots.providerOf(intent.modelId);
    const { gate } = provider;
    const free = gate?.take();
    const permit = gate && ((free instanceof Promise ? await free : free) ?? (await this.#turnAt(gate)));
    this.#opening += 1;
    let begun = false;
    try {
      const regaining = slot.beginCall();
      if (regaining) await regaining;
      begun = true;
      const inner = await this.#openInner(account, intent);
      const { refusal } = owner;
      if (refusal) {
        inner.settle(neverSent(intent, refusal));
        throw refusal;
      }
      permit?.sent();
      // The adaptive limit is that of the call's own provider when the cell names it, else the cell's first.
      const limited = group.providers.includes(provider) ? provider : group.providers[0]!;
      const call = new CellCall(inner, intent, limited, permit, this);
      this.#open.push(call);
      return call;
    } catch (error) {
      permit?.giveBack();
      if (begun) slot.endCall();
      this.limitPassed(error);
      throw error;
    } finally {
      this.#opening -= 1;
      this.#tellIdle();
    }
  }

  /** Cuts off what is under way. */
  cut(reason: unknown): void {
    for (const call of [...this.#open]) call.cut(reason);
  }

  /** Calls that have opened and were not booked yet. */
  get openCalls(): number {
    return this.#open.length;
  }

  /** Whether nothing is under way. */
  get idle(): boolean {
    return this.#opening + this.#open.length === 0;
  }

  /** Cuts off what is under way, and carries what nobody books at the most it can have cost, until somebody does. */
  async close(wait: (done: Promise<void>) => Promise<void>, reason: unknown): Promise<void> {
    this.cut(reason);
    if (this.idle) return;
    await wait(
      new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      }),
    );
    for (const call of [...this.#open]) call.settle(leftOpen(call.intent, reason));
  }

  /** A call has been booked. */
  ended(call: CellCall, charge: Pick<Charge, "status"> & { error?: ErrorRecord }): void {
    const at = this.#open.indexOf(call);
    if (at === -1) return;
    this.#open.splice(at, 1);
    const { slots, slot } = this.#owner;
    const { provider } = call;
    if (charge.status === "complete") {
      const before = provider.limit.value;
      provider.limit.succeeded(provider.running);
      if (provider.limit.value > before) slots.serve();
    } else if (charge.status === "failed" && charge.error && isThrottling(charge.error)) {
      this.throttled = true;
      if (isRateLimit(charge.error)) this.rateLimited = true;
      if (provider.limit.throttled(call.cuts)) this.#owner.onThrottled(provider, charge.error.status);
    }
    slot.endCall();
    this.#tellIdle();
  }

  /** A call is about to be booked. */
  booking(): void {
    this.#owner.onBooking();
  }

  /** A call was refused or cut off for this reason. */
  limitPassed(reason: unknown): void {
    const { runAccount } = this.#owner;
    if (reason instanceof BudgetExceededError && reason.account === runAccount.name)
      this.#owner.onRunSpent(reason.worstCaseUsd);
  }

  #turnAt(gate: CallGate): Promise<RatePermit> {
    const { slot, waitSignal } = this.#owner;
    return slot.outside(() => gate.wait(waitSignal));
  }

  /** In strict mode a call may have to wait for money, of this process or of another; that is no work. */
  #openInner(account: Account, intent: CallIntent): Promise<OpenCall> {
    this.#owner.onBooking();
    if (!account.strict || account.leftUsd === undefined) return account.open(intent);
    const own = this.#owner.waitSignal;
    const stoppable = { ...intent, signal: intent.signal ? AbortSignal.any([intent.signal, own]) : own };
    return this.#owner.slot.aside(() => account.open(stoppable));
  }

  #tellIdle(): void {
    if (this.#onIdle && this.idle) this.#onIdle();
  }
}

/** A call of a cell: cut off with its account or with its cell, whichever comes first. */
class CellCall implements OpenCall {
  readonly intent: CallIntent;
  /** Whose limit learns from it. */
  readonly provider: Provider;
  /** The cut of the provider's limit under which it went out. */
  readonly cuts: number;
  readonly #inner: OpenCall;
  readonly #permit: RatePermit | undefined;
  readonly #calls: CellCalls;
  #controller: AbortController | undefined;
  #cut: { reason: unknown } | undefined;

  constructor(
    inner: OpenCall,
    intent: CallIntent,
    provider: Provider,
    permit: RatePermit | undefined,
    calls: CellCalls,
  ) {
    this.#inner = inner;
    this.intent = intent;
    this.provider = provider;
    this.cuts = provider.limit.cuts;
    this.#permit = permit;
    this.#calls = calls;
  }

  get id(): string {
    return this.#inner.id;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#cut) this.#controller.abort(this.#cut.reason);
      else if (this.#inner.signal.aborted) this.#onLimit();
      else this.#inner.signal.addEventListener("abort", this.#onLimit, { once: true });
    }
    return this.#controller.signal;
  }

  cut(reason: unknown): void {
    this.#cut ??= { reason };
    this.#controller?.abort(reason);
  }

  settle(facts: Settlement): Charge {
    const { signal } = this.#inner;
    if (this.#controller) signal.removeEventListener("abort", this.#onLimit);
    if (signal.aborted) this.#calls.limitPassed(signal.reason);
    this.#calls.booking();
    try {
      return this.#inner.settle(facts);
    } finally {
      // Also when the ledger could not write: the call has ended all the same.
      this.#permit?.used(tokensOf(facts));
      this.#calls.ended(this, facts);
    }
  }

  readonly #onLimit = () => this.#controller?.abort(this.#inner.signal.reason);
}

/** NaN when nobody counted them: the provider may have. */
function tokensOf({ usage, usageKnown }: Settlement): number {
  const tokens = usage.inputTokens + usage.outputTokens;
  const counted = usageKnown === "reported" || (usageKnown === "estimated" && tokens > 0);
  return counted ? tokens : Number.NaN;
}

function neverSent(intent: CallIntent, error: unknown): ChargeFacts {
  return { ...abortedFacts(intent, error), usageKnown: "none", costUsd: 0, costBasis: "prices" };
}

function leftOpen(intent: CallIntent, error: unknown): Settlement {
  const costUsd = intent.worstCaseUsd;
  return {
    ...abortedFacts(intent, error),
    carried: true,
    usageKnown: "estimated",
    costUsd,
    costBasis: costUsd === null ? "unpriced" : "prices",
  };
}

function abortedFacts({ modelId, blockName }: CallIntent, error: unknown) {
  return {
    status: "aborted" as const,
    error: toErrorRecord(error),
    modelId,
    ...(blockName !== undefined && { blockName }),
    usage: { ...noUsage },
    streamed: false,
    startedAt: new Date().toISOString(),
    latencyMs: 0,
  };
}
