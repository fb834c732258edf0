import {
  type Account,
  BudgetExceededError,
  type CallIntent,
  type ErrorRecord,
  leftOpen,
  neverSent,
  type OpenCall,
} from "@flow-state-dev/core";
import { isRateLimit, isThrottling } from "../limits/is-throttling.ts";
import type { CallGate } from "../limits/rate-gate.ts";
import type { RatePermit } from "../limits/rate-window.ts";
import type { SlotHolder } from "../limits/slot-holder.ts";
import type { Provider, ProviderGroup, Slots } from "../limits/slots.ts";
import { teachSuccess } from "../limits/teach-providers.ts";
import { type CallKeeper, CellCall, type EndedCall } from "./cell-call.ts";

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
  /** Whether it has ended: from then on its name may be that of another attempt. */
  readonly over: boolean;
  /** Fires with the refusal. */
  readonly waitSignal: AbortSignal;
  /** A call of it is about to be opened or booked. */
  onBooking(): void;
  /** A call of it is written down, and can go out as soon as there is a slot. */
  onOpened(): void;
  /** The run's limit refused or cut off a call. */
  onRunSpent(wantedUsd?: number): void;
  /** The limit of a provider came down. */
  onThrottled(provider: Provider, status: number | undefined): void;
}

/**
 * The calls of one attempt: they wait at the provider's gate outside of the attempt's slot, are cut off when the
 * attempt ends, and are all booked by then.
 */
export class CellCalls implements CallKeeper {
  readonly #owner: CallOwner;
  readonly #open: CellCall[] = [];
  #opening = 0;
  #onIdle: (() => void) | undefined;
  /** Whether a provider has turned a call of this attempt away. */
  throttled = false;
  /** Whether one did so because too much was asked of it. */
  rateLimited = false;
  /** What the last call that ended failed with; undefined when it was answered. */
  lastFailure: ErrorRecord | undefined;

  constructor(owner: CallOwner) {
    this.#owner = owner;
  }

  /** Opens a call on an account of this attempt. */
  async open(account: Account, intent: CallIntent): Promise<OpenCall> {
    const owner = this.#owner;
    const { slot, slots, group } = owner;
    if (owner.refusal) {
      if (intent.made && !owner.over) return this.#openMade(account, intent);
      throw owner.refusal;
    }
    const provider = slots.providerOf(intent.modelId);
    const { gate } = provider;
    const free = gate?.take();
    const turn = (free instanceof Promise ? await free : free) ?? undefined;
    const permit = turn ?? (gate && !intent.made ? await this.#turnAt(gate) : undefined);
    this.#opening += 1;
    let begun = false;
    try {
      // While others were asked it may have been stopped, or have ended, and its name be another's.
      const stopped = owner.refusal;
      if (stopped && (owner.over || !intent.made)) throw stopped;
      const isAhead = !slot.entered;
      const regaining = isAhead ? undefined : slot.beginCall();
      if (regaining) await regaining;
      begun = !isAhead;
      const inner = await this.#openInner(account, intent);
      owner.onOpened();
      if (isAhead) {
        await this.#enter(inner, intent);
        begun = true;
      }
      const { refusal } = owner;
      if (refusal && !intent.made) {
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

  /** Part of `CallKeeper`. */
  ended(call: CellCall, charge: EndedCall): void {
    const at = this.#open.indexOf(call);
    if (at === -1) return;
    this.#open.splice(at, 1);
    const { slots, slot } = this.#owner;
    const { provider } = call;
    if (charge.status !== "aborted") this.lastFailure = charge.error;
    if (charge.status === "complete") teachSuccess(provider, slots);
    else if (charge.status === "failed" && charge.error && isThrottling(charge.error)) {
      this.throttled = true;
      if (isRateLimit(charge.error)) this.rateLimited = true;
      if (provider.limit.throttled(call.cuts)) this.#owner.onThrottled(provider, charge.error.status);
    }
    slot.endCall();
    this.#tellIdle();
  }

  /** Part of `CallKeeper`. */
  booking(): void {
    this.#owner.onBooking();
  }

  /** Part of `CallKeeper`. */
  limitPassed(reason: unknown): void {
    const { runAccount } = this.#owner;
    if (reason instanceof BudgetExceededError && reason.account === runAccount.name)
      this.#owner.onRunSpent(reason.worstCaseUsd);
  }

  /** What is ready before there is a slot has the slot to wait for alone. */
  async #enter(inner: OpenCall, intent: CallIntent): Promise<void> {
    const { slot } = this.#owner;
    let begun = false;
    try {
      await slot.beginCall();
      begun = true;
      if (!intent.made) this.#refuseSpent(inner, intent);
    } catch (error) {
      inner.settle(neverSent(intent, error));
      if (begun) slot.endCall();
      throw error;
    }
  }

  /** The money may have been spent while the call waited, to the last of it or beyond; what is free needs none. */
  #refuseSpent({ signal }: OpenCall, { worstCaseUsd }: CallIntent): void {
    signal.throwIfAborted();
    const { name: account, limitUsd, spentUsd } = this.#owner.runAccount;
    if (limitUsd !== undefined && spentUsd >= limitUsd && worstCaseUsd !== 0)
      throw new BudgetExceededError({ account, limitUsd, spentUsd });
  }

  #turnAt(gate: CallGate): Promise<RatePermit> {
    const { slot, waitSignal } = this.#owner;
    return slot.outside(() => gate.wait(waitSignal));
  }

  /** What was spent is in the books, whoever was stopped meanwhile; nothing has to be cut off or waited for. */
  async #openMade(account: Account, intent: CallIntent): Promise<OpenCall> {
    this.#opening += 1;
    try {
      this.#owner.onBooking();
      return await account.open(intent);
    } finally {
      this.#opening -= 1;
      this.#tellIdle();
    }
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
