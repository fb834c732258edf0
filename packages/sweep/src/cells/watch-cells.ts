import { fromNanoUsd } from "@flow-state-dev/core";
import { type CellRecord, isScored, type RunStore, type RunTotals } from "@flow-state-dev/records";
import type { Emitter } from "../events/emitter.ts";
import type { HeldUp } from "../events/held-up-reasons.ts";
import type { CellPlan } from "../plan/cell-plan.ts";
import type { PlannedCell } from "../plan/planned-cell.ts";
import type { CellDispatch } from "../queue/sharing.ts";
import type { Stopping } from "../stopping/stopping.ts";
import { type Tally, totalOf } from "../tally/tally.ts";
import { pauseOn, type Timer } from "../time/timer.ts";

/** What watching the cells of a run needs. */
export interface WatchSetup {
  plan: CellPlan;
  store: RunStore;
  runId: string;
  dispatch: CellDispatch;
  budgetUsd: number | null;
  tally: Tally;
  stopping: Stopping;
  emitter: Emitter;
  timer: Timer;
  pollMs: number;
  recover(): Promise<void>;
  /** The money of the run is spent. */
  onSpent(): void;
}

/** After so long without any change, cells that nobody has are looked for. */
const quietMs = 15_000;
/** After so long without any change, and with no cell at work, whoever watches is told why. */
const unattendedMs = 5_000;
/** A server that does not answer for so long is away. */
const unansweredMs = 10_000;
/** Reading all cells takes at most this share of the time. */
const readingShare = 0.2;
/** So many cells are asked about at a time. */
const pageSize = 500;

/**
 * Gives every cell that needs a result out to workers, and follows what becomes of them until all have ended, the money
 * is spent and none runs any more, or it is told to stop. Whoever watches may leave at any time: workers go on. Says
 * whether the run is still given out then.
 */
export async function watchCells(setup: WatchSetup): Promise<boolean> {
  const watch = new CellWatch(setup);
  await watch.begin();
  return watch.follow();
}

class CellWatch {
  readonly #setup: WatchSetup;
  /** Attempts a cell without a result had before it was given out. */
  readonly #before = new Map<number, number>();
  readonly #running = new Map<number, number>();
  /** Why nothing moves, as far as it was told. */
  readonly #refusals = new Set<string>();
  #left = 0;
  #seen = "";
  #quietSince = performance.now();
  #readMs = 0;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(setup: WatchSetup) {
    this.#setup = setup;
  }

  async begin(): Promise<void> {
    const { plan, store, runId, tally } = this.#setup;
    for (let position = 0; position < plan.count; position += 1)
      if (!tally.states.isSettled(position)) this.#left += 1;
    if (this.#left === 0) return;
    for await (const record of store.cells(runId)) {
      const position = plan.positionOf(record);
      if (position === -1 || tally.states.isSettled(position)) continue;
      // The result of an attempt under way is one to wait for.
      this.#before.set(position, record.attempts - (record.running ? 1 : 0));
    }
    await this.#post();
  }

  async follow(): Promise<boolean> {
    const { stopping, timer, pollMs, store, runId, dispatch } = this.#setup;
    while (this.#left > 0) {
      await pauseOn(timer)(pollMs, stopping.interruption).catch(() => {});
      if (stopping.interrupted) return (await dispatch.isGivenOut?.(runId)) ?? true;
      const totals = await this.#waitedFor(store.totals(runId));
      const { outcomes, running, attempts } = totals;
      this.#tellStanding(totals, (await dispatch.heldUp?.(runId)) ?? []);
      const now = JSON.stringify([outcomes, running, attempts]);
      const changed = now !== this.#seen;
      this.#seen = now;
      if (changed) this.#quietSince = performance.now();
      if (changed || this.#running.size > 0) await this.#read(running === 0);
      await this.#tellRefusal();
      const ended = await dispatch.ended(runId);
      if (ended === "stopped") {
        stopping.drain();
        return false;
      }
      // Workers know that the next call would not fit before the last cent is spent.
      if (ended === "budget" && !stopping.halted) this.#setup.onSpent();
      // Whoever leaves takes nothing from the workers, however far this look at the run has come.
      if (stopping.halted && !stopping.interrupted && running === 0) break;
      const stillMs = performance.now() - this.#quietSince;
      if (running === 0 && stillMs > unattendedMs) await this.#tellUnattended();
      if (stillMs > quietMs) await this.#lookForLost();
    }
    await this.#read(true);
    this.#tellStanding(await store.totals(runId), []);
    await dispatch.withdraw(runId, this.#left === 0);
    return false;
  }

  /** Whoever watches is to know why nothing moves when the server of the records is away. */
  async #waitedFor<T>(answer: Promise<T>): Promise<T> {
    const { timer, emitter } = this.#setup;
    const answered = timer.after(unansweredMs, () => emitter.emit({ type: "unanswered", ms: unansweredMs }));
    return answer.finally(answered);
  }

  #tellStanding({ running, spend }: RunTotals, heldUp: readonly HeldUp[]): void {
    const { emitter } = this.#setup;
    const spentUsd = fromNanoUsd(totalOf(spend));
    emitter.emit({ type: "elsewhere", running, spentUsd, unknownCalls: spend.unknownCalls, heldUp });
  }

  /** Whoever waits for workers is to know why they do not come. */
  async #tellRefusal(): Promise<void> {
    const { dispatch, runId, emitter } = this.#setup;
    const refusal = await dispatch.refusal?.(runId);
    if (!refusal || this.#refusals.has(refusal.reason)) return;
    this.#refusals.add(refusal.reason);
    const { worker, reason } = refusal;
    emitter.emit({ type: "refused", worker, reason });
  }

  async #tellUnattended(): Promise<void> {
    const { dispatch, runId, emitter } = this.#setup;
    const reason = (await dispatch.unattended?.(runId)) ?? null;
    if (reason === null || this.#refusals.has(reason)) return;
    this.#refusals.add(reason);
    emitter.emit({ type: "unattended", reason });
  }

  /** A planner that finds nothing moving gives all that is left out again, which changes nothing for what is there. */
  async #lookForLost(): Promise<void> {
    this.#quietSince = performance.now();
    await this.#setup.recover();
    if (!this.#setup.stopping.halted) await this.#post();
  }

  #post(): Promise<void> {
    const { dispatch, runId, budgetUsd } = this.#setup;
    return dispatch.post({ runId, budgetUsd }, this.#unsettled());
  }

  *#unsettled(): Iterable<PlannedCell> {
    const { plan, tally } = this.#setup;
    for (let position = 0; position < plan.count; position += 1)
      if (!tally.states.isSettled(position)) yield plan.at(position);
  }

  /** All cells, as they are kept. Of a large run not more often than is worth it, unless it must be. */
  async #read(must: boolean): Promise<void> {
    const started = performance.now();
    if (!must && started - this.#readAt < this.#readMs / readingShare) return;
    const { store, runId, plan, tally } = this.#setup;
    let unclear: [number, CellRecord][] = [];
    for await (const record of store.cells(runId)) {
      const position = plan.positionOf(record);
      if (position === -1 || tally.states.isSettled(position)) continue;
      if (record.running) this.#tellStarted(position, record);
      if (!record.outcome || record.taskHash !== plan.taskHash(record.task)) continue;
      if (isScored(record.outcome.kind)) this.#settle(position, record);
      else if (!record.running && record.attempts > (this.#before.get(position) ?? 0))
        unclear.push([position, record]);
      if (unclear.length < pageSize) continue;
      await this.#settleEnded(unclear);
      unclear = [];
    }
    await this.#settleEnded(unclear);
    this.#readAt = performance.now();
    this.#readMs = this.#readAt - started;
  }

  /** A cell without a score may be about to be tried again; it has ended when no worker has it any more. */
  async #settleEnded(unclear: readonly [number, CellRecord][]): Promise<void> {
    if (unclear.length === 0) return;
    const { dispatch, runId } = this.#setup;
    const pending = await dispatch.pending(
      runId,
      unclear.map(([, record]) => record),
    );
    unclear.forEach(([position, record], index) => {
      if (!pending[index]) this.#settle(position, record);
    });
  }

  #tellStarted(position: number, { subject, task, run, attempts }: CellRecord): void {
    if (this.#running.get(position) === attempts) return;
    this.#running.set(position, attempts);
    this.#setup.emitter.emit({ type: "started", cell: { subject, task, run }, attempt: attempts });
  }

  #settle(position: number, { subject, task, run, ...record }: CellRecord): void {
    const { tally, emitter } = this.#setup;
    const { workingMs, suspect } = record;
    const outcome = record.outcome!;
    const cell = { subject, task, run };
    this.#left -= 1;
    this.#running.delete(position);
    tally.settle(position, cell, { outcome, workingMs, suspect }, 0, 0);
    if (!emitter.listened) return;
    const about = { attempt: 0, by: "another-process", costUsd: 0, workingMs, suspect } as const;
    emitter.emit({ type: "finished", cell, outcome: emitter.plain(outcome), ...about });
  }
}
