import type { Account, Bag, Charge, Clock, NanoUsd, Pause } from "@flow-state-dev/core";
import { toNanoUsd } from "@flow-state-dev/core";
import type { BookedAttempt, CallBook } from "./call-book.ts";
import { CellAccount } from "./cell-account.ts";
import { type CallOwner, CellCalls } from "./cell-calls.ts";
import type { CellResult, RunCell } from "./cell-context.ts";
import { CellOverError } from "./cell-over-error.ts";
import { CellStoppedError, type StopCause } from "./cell-stopped-error.ts";
import type { AttemptHealth, HealthWatch } from "./health.ts";
import { OwnContext } from "./own-context.ts";
import { cellName, type PlannedCell } from "./planned-cell.ts";
import { SlotHolder, type SlotListener } from "./slot-holder.ts";
import type { Provider, ProviderGroup, Slots } from "./slots.ts";
import { pauseOn, type Timer } from "./timer.ts";

/** What all attempts of a sweep share. */
export interface AttemptSetup {
  slots: Slots;
  clock: Clock;
  timer: Timer;
  book: CallBook;
  /** The attempts under way. */
  running: Bag<CellAttempt>;
  runAccount: Account;
  cellBudgetUsd: number | undefined;
  cellTimeoutMs: number | undefined;
  settleMs: number;
  onCharge(attempt: CellAttempt, charge: Charge): void;
  /** The run's own limit refused or cut off a call. */
  onRunSpent(): void;
  onThrottled(provider: Provider, status: number | undefined): void;
}

/** How the code of a cell ended; `dropped` when it did not, and was left behind. */
export type AttemptEnding =
  | { type: "returned"; result: CellResult }
  | { type: "threw"; error: unknown }
  | { type: "dropped" };

/** One try at a cell, from the slot it was given to the end of all its calls. */
export class CellAttempt implements BookedAttempt, CallOwner, SlotListener {
  readonly cell: PlannedCell;
  readonly attempt: number;
  readonly slot: SlotHolder;
  readonly group: ProviderGroup;
  /** The cut of its provider's limit under which it started. */
  readonly cuts: number;
  /** Known costs of its calls. */
  spent: NanoUsd = 0;
  /** Calls whose cost nobody knows. */
  unknownCalls = 0;
  /** The run's budget refused or cut off a call of it: whatever it came to is no result of the subject's. */
  cutByRun = false;
  /** Part of `BookedAttempt`. */
  accountName: string | undefined;
  /** Among the attempts under way. */
  place = -1;
  /** Why it was told to stop; undefined while nobody did. */
  cause: StopCause | undefined;
  readonly #setup: AttemptSetup;
  readonly #health: HealthWatch;
  /** Of the times it worked before the present one. */
  #starvedMs = 0;
  /** What the watch said when it last began to work; undefined while it waits. */
  #starvedFrom: number | undefined;
  readonly #timeoutMs: number | undefined;
  #controller: AbortController | undefined;
  #waits: AbortController | undefined;
  #calls: CellCalls | undefined;
  #account: CellAccount | undefined;
  #pause: Pause | undefined;
  #name: string | undefined;
  #over = false;
  #cancelTimeout: (() => void) | undefined;
  #cancelSettle: (() => void) | undefined;
  #finish: ((ending: AttemptEnding) => void) | undefined;

  constructor(
    setup: AttemptSetup,
    health: HealthWatch,
    cell: PlannedCell,
    group: ProviderGroup,
    attempt: number,
  ) {
    this.#setup = setup;
    this.#health = health;
    this.#starvedFrom = health.starvedMs();
    this.cell = cell;
    this.group = group;
    this.attempt = attempt;
    this.cuts = group.providers[0]!.limit.cuts;
    this.#timeoutMs = cell.timeoutMs ?? setup.cellTimeoutMs;
    this.slot = new SlotHolder(setup.slots, group, setup.clock, this);
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.cause) this.#controller.abort(this.#reason(this.cause));
    }
    return this.#controller.signal;
  }

  /** Part of `CallOwner` and `SlotListener`: also fires when it ends well, for whatever still waits, waits in vain. */
  get waitSignal(): AbortSignal {
    this.#waits ??= new AbortController();
    const { refusal } = this;
    if (refusal) this.#waits.abort(refusal);
    return this.#waits.signal;
  }

  /** Part of `CallOwner`. */
  get refusal(): Error | undefined {
    if (this.cause) return this.#reason(this.cause);
    return this.#over ? new CellOverError(this.name) : undefined;
  }

  /** Part of `CallOwner`: its cell in words. */
  get name(): string {
    this.#name ??= cellName(this.cell);
    return this.#name;
  }

  /** Part of `CallOwner`. */
  get slots(): Slots {
    return this.#setup.slots;
  }

  /** Part of `CallOwner`. */
  get runAccount(): Account {
    return this.#setup.runAccount;
  }

  get account(): Account {
    this.#account ??= this.#openAccount();
    return this.#account;
  }

  /** Whether a provider has turned a call of it away. */
  get throttled(): boolean {
    return this.#calls?.throttled ?? false;
  }

  /** Whether it made a call on its account. */
  get called(): boolean {
    return (this.#account?.calls ?? 0) > 0;
  }

  get pause(): Pause {
    this.#pause ??= (ms, signal) => {
      const own = this.waitSignal;
      const either = signal && signal !== this.#controller?.signal ? AbortSignal.any([signal, own]) : own;
      const paused = this.slot.outside(() => pauseOn(this.#setup.timer)(ms, either));
      // A pause that nobody waits for is cut off with the rest; that must not look like an error nobody saw.
      paused.catch(() => {});
      return paused;
    };
    return this.#pause;
  }

  /** Milliseconds, until now. */
  get workingMs(): number {
    return this.slot.workingMs;
  }

  /** How the harness was doing while it worked, until now. */
  get health(): AttemptHealth {
    const { slot } = this;
    const { eventLoopLagMs, memoryBytes, openCalls } = this.#health.since(
      slot.startedAt,
      this.#setup.runAccount.openCalls,
    );
    const from = this.#starvedFrom;
    const now = from === undefined ? 0 : this.#health.starvedMs() - from;
    return { eventLoopLagMs, starvedMs: this.#starvedMs + now, memoryBytes, openCalls };
  }

  /** Runs the cell until it ends, or until it was stopped and has not ended in time. Never rejects. */
  execute(runCell: RunCell): Promise<AttemptEnding> {
    this.#setup.running.add(this);
    this.#startTimeout();
    return new Promise((resolve) => {
      this.#finish = resolve;
      try {
        Promise.resolve(runCell(this.cell, new OwnContext(this))).then(
          (result) => resolve({ type: "returned", result }),
          (error) => resolve({ type: "threw", error }),
        );
      } catch (error) {
        resolve({ type: "threw", error });
      }
    });
  }

  /** Tells it to stop. The first cause counts. */
  stop(cause: StopCause): void {
    if (this.cause || this.#over) return;
    this.cause = cause;
    this.#cancelTimeout?.();
    this.#cancelSettle = this.#setup.timer.after(this.#setup.settleMs, () =>
      this.#finish?.({ type: "dropped" }),
    );
    const reason = this.#reason(cause);
    this.#controller?.abort(reason);
    this.#waits?.abort(reason);
    this.#calls?.cut(reason);
  }

  /** Books what is still open. Nothing the cell does after this counts. */
  end(): Promise<void> | undefined {
    this.#over = true;
    this.#cancelTimeout?.();
    this.#cancelSettle?.();
    if (this.#waits && this.slot.waiting) this.#waits.abort(this.refusal);
    if (!this.#calls || this.#calls.idle) return undefined;
    return this.#calls.close((idle) => this.#atMost(idle), this.refusal);
  }

  /** Gives the slot back, when its end is written down. */
  leave(): void {
    this.#setup.running.delete(this);
    this.slot.end();
  }

  /** Part of `BookedAttempt`. */
  onCharge(charge: Charge): void {
    if (charge.costUsd === null) this.unknownCalls += 1;
    else this.spent += toNanoUsd(charge.costUsd);
    this.#setup.onCharge(this, charge);
  }

  /** Part of `SlotListener`: time without a slot does not count against the timeout. */
  yielded(): void {
    this.#cancelTimeout?.();
    if (this.#starvedFrom !== undefined) this.#starvedMs += this.#health.starvedMs() - this.#starvedFrom;
    this.#starvedFrom = undefined;
  }

  /** Part of `SlotListener`. */
  regained(): void {
    this.#starvedFrom = this.#health.starvedMs();
    if (!this.#over && !this.cause) this.#startTimeout();
  }

  /** Part of `CallOwner`. */
  onBooking(): void {
    this.#setup.book.expect(this);
  }

  /** Part of `CallOwner`. */
  onRunSpent(): void {
    this.cutByRun = true;
    this.#setup.onRunSpent();
  }

  /** Part of `CallOwner`. */
  onThrottled(provider: Provider, status: number | undefined): void {
    this.#setup.onThrottled(provider, status);
  }

  #reason(cause: StopCause): CellStoppedError {
    return new CellStoppedError(this.name, cause);
  }

  #startTimeout(): void {
    const afterMs = this.#timeoutMs;
    if (afterMs === undefined) return;
    const left = Math.max(0, afterMs - this.slot.workingMs);
    this.#cancelTimeout = this.#setup.timer.after(left, () => this.stop({ type: "timeout", afterMs }));
  }

  #atMost(done: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#setup.timer.after(this.#setup.settleMs / 2, resolve);
      done.then(() => {
        cancel();
        resolve();
      });
    });
  }

  #openAccount(): CellAccount {
    const { book, runAccount, cellBudgetUsd } = this.#setup;
    const name = book.uniqueName(this.name);
    this.accountName = name;
    this.#calls = new CellCalls(this);
    const limitUsd = this.cell.limitUsd ?? cellBudgetUsd;
    const options = limitUsd === undefined ? { name } : { name, limitUsd };
    return new CellAccount(runAccount.child(options), this.#calls);
  }
}
