import type { Bag, NanoUsd } from "@flow-state-dev/core";
import { type AttemptResult, type CellId, isScored, type RunStore } from "@flow-state-dev/records";
import { type AttemptEnding, type AttemptSetup, CellAttempt } from "../attempt/cell-attempt.ts";
import type { RunCell } from "../attempt/cell-context.ts";
import type { Emitter } from "../events/emitter.ts";
import type { HealthWatch } from "../health/health.ts";
import type { CompleteLimits } from "../limits/limits.ts";
import type { ProviderGroup, Slots } from "../limits/slots.ts";
import { teachProviders } from "../limits/teach-providers.ts";
import type { CellPlan } from "../plan/cell-plan.ts";
import type { PlannedCell } from "../plan/planned-cell.ts";
import type { CellServed } from "../queue/sharing.ts";
import { providersOf, setupFailureOf } from "../stopping/setup-failure.ts";
import { SetupWatch } from "../stopping/setup-watch.ts";
import type { Stoppable, Stopping } from "../stopping/stopping.ts";
import type { Tally } from "../tally/tally.ts";
import { pauseOn, type Timer } from "../time/timer.ts";
import { type Verdict, verdictOf } from "../verdict/attempt-verdict.ts";
import type { Classify } from "../verdict/classify.ts";
import { measure, resultOf } from "./attempt-result.ts";
import { CellNews } from "./cell-news.ts";
import { Company } from "./company.ts";
import { EndWriter } from "./end-writer.ts";
import { givenUp } from "./given-up.ts";
import { lostInARow } from "./lost-in-a-row.ts";
import { PositionQueue } from "./position-queue.ts";
import { Tries } from "./tries.ts";
import { UntoldEnds } from "./untold-ends.ts";

/** What running the cells of one run needs. */
export interface CellRunnerSetup {
  plan: CellPlan;
  runCell: RunCell;
  classify: Classify;
  store: RunStore;
  runId: string;
  workerId: string;
  limits: CompleteLimits;
  slots: Slots;
  tally: Tally;
  stopping: Stopping;
  emitter: Emitter;
  attempts: AttemptSetup;
  health: HealthWatch;
  timer: Timer;
  random: () => number;
  /** See `SweepOptions`. */
  claimsAhead: boolean;
  /** After so many lost attempts in a row a cell is given up; unlimited when absent. */
  maxLostAttempts?: number | undefined;
  /** Asked before every new cell; false when there is no money left. */
  hasMoney(): boolean;
  /** Another process is at work on the same run. */
  onShared(): void;
}

/**
 * Takes cells from the plan while there are slots, and brings each to its outcome: claim, attempt, end of attempt,
 * and again after a wait while its failures are transient.
 */
export class CellRunner implements Stoppable {
  readonly #setup: CellRunnerSetup;
  /** Cells that wait or back off hold no slot; without a bound, an outage would start them all. */
  readonly #maxAside: number;
  readonly #maxLost: number;
  readonly #setupWatch: SetupWatch;
  readonly #company = new Company();
  readonly #untold: UntoldEnds;
  readonly #ends: EndWriter;
  readonly #news: CellNews;
  #queue: PositionQueue | undefined;
  /** Cells taken from the queue and not at their end. */
  #unfinished = 0;
  #onIdle: (() => void) | undefined;

  constructor(setup: CellRunnerSetup) {
    this.#setup = setup;
    this.#setupWatch = new SetupWatch(setup.plan.count);
    this.#ends = new EndWriter(setup);
    this.#news = new CellNews(setup);
    this.#untold = new UntoldEnds(setup.slots, setup.limits.concurrency);
    this.#maxLost = setup.maxLostAttempts ?? Number.POSITIVE_INFINITY;
    this.#maxAside = Math.max(256, 4 * setup.limits.concurrency);
    setup.slots.onRoom = () => this.#pump();
  }

  /** One turn for every cell that is wanted. Resolves when all have ended, or when no more start and none is left. */
  pass(wants: (position: number) => boolean): Promise<void> {
    const { plan, slots } = this.#setup;
    this.#queue = new PositionQueue(plan, wants, (cell) => slots.groupOf(cell));
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      this.#pump();
      this.#tellIdle();
    });
  }

  /**
   * One turn for one cell, when there is a slot for it. Cells that have no result when the sweep stops are `left`. One
   * that may have been lost before (`again`) works alone when it was lost so often that the next time is the last.
   */
  async take(position: number, again: boolean): Promise<CellServed> {
    const { plan, stopping, hasMoney } = this.#setup;
    if (stopping.halted || !hasMoney()) return "left";
    const cell = plan.at(position);
    try {
      // Before it is claimed: what waits to be alone is not lost with those it waits for.
      const alone = again && this.#maxLost > 1 && (await this.#lostInARow(cell)) === this.#maxLost - 1;
      await this.#company.enter(alone, stopping.signal);
    } catch (error) {
      if (!stopping.halted) stopping.fail(error);
      return "left";
    }
    try {
      return await this.#takeIn(position, cell);
    } finally {
      this.#company.leave();
    }
  }

  async #takeIn(position: number, cell: PlannedCell): Promise<CellServed> {
    const { slots, stopping, tally } = this.#setup;
    const group = slots.groupOf(cell);
    try {
      await slots.wait(group, stopping.signal);
    } catch {
      return "left";
    }
    this.#unfinished += 1;
    await this.#bring(position, cell, group);
    const { states } = tally;
    if (states.isHeld(position)) {
      states.free(position);
      return "held";
    }
    const outcome = states.outcome(position);
    if (outcome === undefined || (stopping.halted && !isScored(outcome))) return "left";
    return "settled";
  }

  /** Part of `Stoppable`. */
  get running(): Bag<CellAttempt> {
    return this.#setup.attempts.running;
  }

  /** Part of `Stoppable`. */
  halted(): void {
    this.#tellIdle();
  }

  #tellIdle(): void {
    if (this.#unfinished > 0) return;
    if (this.#setup.stopping.halted || !this.#queue || this.#queue.empty) this.#onIdle?.();
  }

  #pump(): void {
    const { slots, stopping, hasMoney, limits } = this.#setup;
    const queue = this.#queue;
    if (!queue) return;
    while (!stopping.halted && !queue.empty && slots.running < limits.concurrency) {
      if (this.#unfinished - slots.running >= this.#maxAside) return;
      if (!hasMoney()) return;
      const next = queue.take(this.#hasRoom);
      if (!next) return;
      slots.take(next.group);
      this.#unfinished += 1;
      void this.#bring(next.position, next.cell, next.group);
    }
  }

  readonly #hasRoom = (group: ProviderGroup) => this.#setup.slots.hasRoom(group);

  /** Brings a cell to its outcome. Has a slot when it begins and none when it ends. */
  async #bring(position: number, cell: PlannedCell, group: ProviderGroup): Promise<void> {
    const setup = this.#setup;
    let holdsSlot = true;
    try {
      let spent: NanoUsd = 0;
      let unknownCalls = 0;
      const tries = new Tries(setup.limits, setup.random);
      for (;;) {
        const claim = await setup.store.claim(setup.runId, setup.workerId, cell);
        if (claim.state !== "claimed") return await this.#leave(position, cell, claim.state);
        const before = claim.attempt - 1;
        const lost = before < this.#maxLost ? 0 : await this.#lostInARow(cell, before);
        const told = this.#untold.wait();
        if (told) await told;
        const attempt = new CellAttempt(setup.attempts, setup.health, cell, group, claim.attempt);
        holdsSlot = false;
        let result: AttemptResult;
        let delayMs: number | undefined;
        let left = false;
        try {
          const ending = await this.#execute(attempt, lost < this.#maxLost ? 0 : lost);
          const measured = measure(attempt);
          // What is left of its calls is booked before its end is written.
          const booking = attempt.end();
          if (booking) await booking;
          const verdict = this.#judge(attempt, ending);
          result = resultOf(attempt, verdict, measured);
          this.#watchSetup(cell, verdict);
          delayMs = tries.delayMs(verdict);
          if (setup.stopping.halted) delayMs = undefined;
          const writing = this.#ends.write(attempt, result);
          if (setup.claimsAhead) {
            // The next cell in its slot is claimed in the transaction that writes its end.
            left = true;
            this.#untold.add();
            attempt.leave();
          }
          if (!(await writing)) {
            this.#news.lost(position, attempt);
            return setup.onShared();
          }
          spent += attempt.spent;
          unknownCalls += attempt.unknownCalls;
          const end = { by: "this-process", attempt: attempt.attempt, spent, unknownCalls } as const;
          if (delayMs === undefined) return this.#news.settled(position, cell, result, end);
          this.#news.failed(attempt, result, delayMs);
        } finally {
          if (left) this.#untold.told();
          else attempt.leave();
        }
        if (!(await this.#backOff(group, delayMs)))
          return this.#news.settled(position, cell, result, {
            ...{ by: "backing-off", attempt: attempt.attempt, spent, unknownCalls },
          });
        holdsSlot = true;
      }
    } catch (error) {
      setup.stopping.fail(error);
    } finally {
      this.#unfinished -= 1;
      if (holdsSlot) setup.slots.release(group);
      this.#pump();
      this.#tellIdle();
    }
  }

  /** The cell is not ours: another process is on it, or has brought it to its end. */
  async #leave(position: number, cell: PlannedCell, state: "taken" | "done"): Promise<void> {
    const { store, runId, tally } = this.#setup;
    this.#setup.onShared();
    const record = state === "done" ? await store.cell(runId, cell) : null;
    if (!record?.outcome) return tally.states.hold(position);
    const { outcome, workingMs, suspect } = record;
    const end = { by: "another-process", attempt: 0, spent: 0, unknownCalls: 0 } as const;
    this.#news.settled(position, cell, { outcome, workingMs, suspect }, end);
  }

  /** Of the first attempts at a cell, or of all. */
  async #lostInARow(cell: CellId, attempts?: number): Promise<number> {
    const { store, runId } = this.#setup;
    return lostInARow((await store.attempts(runId, cell)).slice(0, attempts));
  }

  #execute(attempt: CellAttempt, lost: number): Promise<AttemptEnding> {
    const { stopping } = this.#setup;
    const runCell = lost === 0 ? this.#setup.runCell : givenUp(lost);
    this.#news.started(attempt);
    if (!stopping.aborted) return attempt.execute(runCell);
    // It was claimed while the sweep was cut off.
    attempt.stop({ type: "cancelled", reason: stopping.reason });
    return Promise.resolve({ type: "dropped" });
  }

  /** Waits and takes a slot again; false when the sweep stops meanwhile. */
  async #backOff(group: ProviderGroup, delayMs: number): Promise<boolean> {
    const { slots, stopping, timer } = this.#setup;
    try {
      await pauseOn(timer)(delayMs, stopping.signal);
      await slots.wait(group, stopping.signal);
      return true;
    } catch {
      return false;
    }
  }

  /** What an attempt came to. Providers learn from it, and it is told what cannot be kept as it is. */
  #judge(attempt: CellAttempt, ending: AttemptEnding): Verdict {
    const { classify, slots, attempts } = this.#setup;
    const verdict = verdictOf(attempt, ending, classify);
    teachProviders(attempt, verdict, slots, attempts.onThrottled);
    if (verdict.problems.size > 0) this.#ends.warn(attempt.cell, verdict.problems);
    return verdict;
  }

  /** Starts no more cells once it is clear that they would all fail for the setup. */
  #watchSetup(cell: PlannedCell, verdict: Verdict): void {
    if (isScored(verdict.outcome.kind)) this.#setupWatch.scored(cell.subject, providersOf(cell));
    const failure = setupFailureOf(cell, verdict);
    const reason = failure && this.#setupWatch.failed(failure);
    if (reason !== undefined) this.#setup.stopping.giveUp(reason);
  }
}
