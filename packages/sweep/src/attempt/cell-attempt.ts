import type { Account, Charge, Clock, ErrorRecord, Line, NanoUsd, Pause } from "@flow-state-dev/core";
import { fromNanoUsd, toNanoUsd } from "@flow-state-dev/core";
import type { AttemptProgress, JsonObject } from "@flow-state-dev/records";
import type { Hearable, Unheard } from "../cells/heard-cells.ts";
import { type AttemptHealth, type HealthWatch, isSuspect } from "../health/health.ts";
import { StarvedTime } from "../health/starved-time.ts";
import { SlotHolder, type SlotListener } from "../limits/slot-holder.ts";
import type { Provider, ProviderGroup, Slots } from "../limits/slots.ts";
import type { BookedAttempt, CallBook } from "../money/call-book.ts";
import { CellOverError } from "../money/cell-over-error.ts";
import { cellName, type PlannedCell } from "../plan/planned-cell.ts";
import { awakeTimer } from "../time/awake-timer.ts";
import { pauseOn, type Timer } from "../time/timer.ts";
import { CellAccount } from "./cell-account.ts";
import { type CallOwner, CellCalls } from "./cell-calls.ts";
import type { CellProgress, CellResult, RunCell } from "./cell-context.ts";
import { CellStoppedError, type StopCause } from "./cell-stopped-error.ts";
import { CellTimeout, type TimedAttempt } from "./cell-timeout.ts";
import { OwnContext } from "./own-context.ts";
import { type CachedAnswer, WorkDone } from "./work-done.ts";

/** What all attempts of a sweep share. */
export interface AttemptSetup {
  runId: string;
  slots: Slots;
  clock: Clock;
  timer: Timer;
  book: CallBook;
  /** The attempts under way. */
  running: Line<CellAttempt>;
  runAccount: Account;
  cellBudgetUsd: number | undefined;
  cellTimeoutMs: number | undefined;
  settleMs: number;
  /** Writes down what an attempt has come to so far; false when it could not. */
  keep(attempt: CellAttempt, progress: AttemptProgress): Promise<boolean>;
  onCharge(attempt: CellAttempt, charge: Charge): void;
  /** The run's own limit refused or cut off a call. */
  onRunSpent(wantedUsd?: number): void;
  onThrottled(provider: Provider, status: number | undefined): void;
}

/** How the code of a cell ended; `dropped` when it did not, and was left behind. */
export type AttemptEnding =
  | { type: "returned"; result: CellResult }
  | { type: "threw"; error: unknown }
  | { type: "dropped" };

/** One try at a cell, from the slot it was given to the end of all its calls. */
export class CellAttempt implements BookedAttempt, CallOwner, SlotListener, TimedAttempt, Hearable {
  readonly cell: PlannedCell;
  readonly attempt: number;
  readonly slot: SlotHolder;
  readonly group: ProviderGroup;
  /** The cut of each provider's limit under which it started. */
  readonly cuts: readonly number[];
  /** Known costs of its calls. */
  spent: NanoUsd = 0;
  /** Calls whose cost nobody knows. */
  unknownCalls = 0;
  /** What results are compared by. */
  readonly work = new WorkDone();
  /** The run's budget refused or cut off a call of it: whatever it came to is no result of the subject's. */
  cutByRun = false;
  /** What it wanted from the run's budget, and what was left, in US dollars; undefined when nothing was left. */
  tooDear: { wantedUsd: number; leftUsd: number } | undefined;
  /** What the store failed with when it made a call: whatever it came to is no result of the subject's. */
  storeTrouble: { error: unknown } | undefined;
  /** What it had come to when it was last kept; undefined when it was not. */
  kept: JsonObject | undefined;
  /** Part of `BookedAttempt`. */
  accountName: string | undefined;
  /** Its neighbours among the attempts under way. */
  before: CellAttempt | null = null;
  behind: CellAttempt | null = null;
  /** Part of `Hearable`. */
  unheard: Unheard | undefined;
  /** When its first call could go out, by the clock of the sweep; undefined before. */
  readyAt: number | undefined;
  /** Why it was told to stop; undefined while nobody did. */
  cause: StopCause | undefined;
  readonly #setup: AttemptSetup;
  readonly #health: HealthWatch;
  readonly #starved: StarvedTime;
  readonly #timeout: CellTimeout | undefined;
  #controller: AbortController | undefined;
  #waits: AbortController | undefined;
  #calls: CellCalls | undefined;
  #account: CellAccount | undefined;
  #pause: Pause | undefined;
  #name: string | undefined;
  #over = false;
  #onEntered: (() => void) | undefined;
  #cancelSettle: (() => void) | undefined;
  #finish: ((ending: AttemptEnding) => void) | undefined;

  /** Has its slot already, unless it is made ready before: then it is told when it has. */
  constructor(
    setup: AttemptSetup,
    health: HealthWatch,
    cell: PlannedCell,
    group: ProviderGroup,
    attempt: number,
    onEntered?: () => void,
  ) {
    this.#setup = setup;
    this.#health = health;
    this.#starved = new StarvedTime(health);
    this.#onEntered = onEntered;
    if (onEntered) this.#starved.pause();
    this.cell = cell;
    this.group = group;
    this.attempt = attempt;
    this.cuts = group.providers.map(({ limit }) => limit.cuts);
    const timeoutMs = cell.timeoutMs ?? setup.cellTimeoutMs;
    if (timeoutMs !== undefined) this.#timeout = new CellTimeout(timeoutMs, setup.timer, this);
    this.slot = new SlotHolder(setup.slots, group, setup.clock, this, onEntered === undefined);
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

  /** Part of `CallOwner`. */
  get over(): boolean {
    return this.#over;
  }

  get runId(): string {
    return this.#setup.runId;
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

  /** Part of `BookedAttempt`. */
  get openCalls(): number {
    return this.#calls?.openCalls ?? 0;
  }

  /** By how much it passed its own limit, if it did: both in US dollars. */
  get overLimit(): { limitUsd: number; spentUsd: number } | undefined {
    const limitUsd = this.#limitUsd;
    const { paid } = this.work;
    if (limitUsd === undefined || paid <= toNanoUsd(limitUsd)) return undefined;
    return { limitUsd, spentUsd: fromNanoUsd(paid) };
  }

  get #limitUsd(): number | undefined {
    return this.cell.limitUsd ?? this.#setup.cellBudgetUsd;
  }

  /** Whether a provider has turned a call of it away. */
  get throttled(): boolean {
    return this.#calls?.throttled ?? false;
  }

  /** Whether one did so because too much was asked of it. */
  get rateLimited(): boolean {
    return this.#calls?.rateLimited ?? false;
  }

  /** What the last call of it that ended failed with; undefined when that was answered. */
  get lastFailure(): ErrorRecord | undefined {
    return this.#calls?.lastFailure;
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
    return { eventLoopLagMs, starvedMs: this.#starved.all, memoryBytes, openCalls };
  }

  /** Part of `CellContext`. */
  get starvedMs(): number {
    return this.#starved.byOthers;
  }

  /** Part of `TimedAttempt`: what the process stood still through no fault of its own does not count. */
  get countedMs(): number {
    return this.slot.workingMs - this.starvedMs;
  }

  /**
   * Runs the cell until it ends, or until it was stopped and has not ended in time. One that has no slot yet takes it
   * first, or, when it starts ahead, with its first call. Never rejects.
   */
  execute(runCell: RunCell, startsAhead: boolean): Promise<AttemptEnding> {
    this.#setup.running.add(this);
    return new Promise((resolve) => {
      this.#finish = resolve;
      if (this.slot.entered) this.#timeout?.start();
      if (this.slot.entered || startsAhead) return this.#begin(runCell, resolve);
      this.slot.enter().then(
        () => this.#begin(runCell, resolve),
        () => resolve({ type: "dropped" }),
      );
    });
  }

  #begin(runCell: RunCell, resolve: (ending: AttemptEnding) => void): void {
    const blockedMs = this.#starved.begin(() => {
      try {
        Promise.resolve(runCell(this.cell, new OwnContext(this))).then(
          (result) => {
            const { runSpent, wantedUsd } = spentBy(result);
            if (runSpent === true) this.onRunSpent(wantedUsd);
            resolve({ type: "returned", result });
          },
          (error) => resolve({ type: "threw", error }),
        );
      } catch (error) {
        resolve({ type: "threw", error });
      }
    });
    // No timer could come while it blocked, and its result would come before the timer does.
    if (blockedMs > 0) this.#timeout?.check();
  }

  /** Part of `CellContext`. */
  async keep({ evidence, artifacts = [] }: CellProgress): Promise<boolean> {
    if (this.refusal || this.cutByRun || this.storeTrouble) return false;
    const suspect = isSuspect(this.health, this.workingMs);
    const kept = await this.#setup.keep(this, { evidence, suspect, artifacts });
    if (kept) this.kept = evidence;
    return kept;
  }

  /** Part of `CellContext`. */
  noteCached(answer: CachedAnswer): void {
    this.work.cached(answer);
  }

  /** Tells it to stop. The first cause counts. */
  stop(cause: StopCause): void {
    if (this.cause || this.#over) return;
    this.cause = cause;
    this.#timeout?.stop();
    this.#cancelSettle = this.#awake.after(this.#setup.settleMs, () => this.#finish?.({ type: "dropped" }));
    const reason = this.#reason(cause);
    this.#controller?.abort(reason);
    this.#waits?.abort(reason);
    this.slot.giveUp(reason);
    this.#calls?.cut(reason);
  }

  /** Books what is still open. Nothing the cell does after this counts. */
  end(): Promise<void> | undefined {
    this.#over = true;
    this.#timeout?.stop();
    this.#cancelSettle?.();
    if (this.#waits && this.slot.waiting) this.#waits.abort(this.refusal);
    if (!this.slot.entered) this.slot.giveUp(this.refusal);
    if (!this.#calls || this.#calls.idle) return undefined;
    return this.#calls.close((idle) => this.#atMost(idle), this.refusal);
  }

  /** Gives the slot back, when its end is written down. */
  leave(): void {
    this.#setup.running.delete(this);
    this.slot.end();
  }

  /** Part of `BookedAttempt`. */
  onCharge(charge: Charge & { carried?: boolean }): void {
    const { costUsd } = charge;
    if (costUsd === null) this.unknownCalls += 1;
    else this.spent += toNanoUsd(costUsd);
    this.work.charged(charge);
    this.#setup.onCharge(this, charge);
  }

  /** Part of `BookedAttempt`. */
  onStoreTrouble(error: unknown): void {
    this.storeTrouble ??= { error };
  }

  /** Part of `SlotListener`: time without a slot does not count against the timeout. */
  yielded(): void {
    this.#timeout?.stop();
    this.#starved.pause();
  }

  /** Part of `SlotListener`. */
  regained(): void {
    this.#starved.resume();
    if (!this.#over && !this.cause) this.#timeout?.start();
    this.#onEntered?.();
    this.#onEntered = undefined;
  }

  /** Part of `CallOwner`. */
  onBooking(): void {
    this.#setup.book.expect(this);
  }

  /** Part of `CallOwner`. */
  onOpened(): void {
    this.readyAt ??= this.#setup.clock.elapsed();
  }

  /** Part of `CallOwner`. */
  onRunSpent(wantedUsd?: number): void {
    this.cutByRun = true;
    const leftUsd = this.#setup.runAccount.leftUsd ?? 0;
    if (typeof wantedUsd === "number" && leftUsd > 0) this.tooDear = { wantedUsd, leftUsd };
    this.#setup.onRunSpent(wantedUsd);
  }

  /** Part of `CallOwner`. */
  onThrottled(provider: Provider, status: number | undefined): void {
    this.#setup.onThrottled(provider, status);
  }

  /** Part of `TimedAttempt`. */
  onTimeIsUp(afterMs: number): void {
    this.stop({ type: "timeout", afterMs });
  }

  #reason(cause: StopCause): CellStoppedError {
    return new CellStoppedError(this.name, cause);
  }

  get #awake(): Timer {
    return awakeTimer(this.#setup.timer, () => this.#health.starvedMs());
  }

  #atMost(done: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#awake.after(this.#setup.settleMs / 2, resolve);
      done.then(() => {
        cancel();
        resolve();
      });
    });
  }

  #openAccount(): CellAccount {
    const { book, runAccount } = this.#setup;
    const name = book.uniqueName(this.name);
    this.accountName = name;
    this.#calls = new CellCalls(this);
    const limitUsd = this.#limitUsd;
    const options = limitUsd === undefined ? { name } : { name, limitUsd };
    return new CellAccount(runAccount.child(options), this.#calls);
  }
}

/** What a cell says of the run's budget; nothing when that cannot be read, for its verdict is to tell of that. */
function spentBy(result: CellResult): Pick<CellResult, "runSpent" | "wantedUsd"> {
  try {
    const { runSpent, wantedUsd } = Object(result) as CellResult;
    return { ...(runSpent && { runSpent }), ...(wantedUsd !== undefined && { wantedUsd }) };
  } catch {
    return {};
  }
}
