import type { Line, NanoUsd } from "@flow-state-dev/core";
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
import { machineProblemOf } from "../verdict/setup-problem.ts";
import { Ahead } from "./ahead.ts";
import { measure, resultOf } from "./attempt-result.ts";
import { CellNews } from "./cell-news.ts";
import { Company } from "./company.ts";
import { EndWriter } from "./end-writer.ts";
import { FailedHere } from "./failed-here.ts";
import { givenUp } from "./given-up.ts";
import { HeardCells } from "./heard-cells.ts";
import { lostInARow } from "./lost-in-a-row.ts";
import { PositionQueue } from "./position-queue.ts";
import { Tries } from "./tries.ts";

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
  /** See `SweepOptions`. */
  startsAhead(cell: PlannedCell): boolean;
  /** After so many lost attempts in a row a cell is given up; unlimited when absent. */
  maxLostAttempts?: number | undefined;
  /** How many work on the run, when they take its cells from a queue: one that fails here goes to others first. */
  workers?: (() => Promise<number>) | undefined;
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
  readonly #failedHere: FailedHere | undefined;
  readonly #heard: HeardCells;
  readonly #ahead: Ahead;
  readonly #ends: EndWriter;
  readonly #news: CellNews;
  #queue: PositionQueue | undefined;
  /** Cells taken from the queue and not at their end. */
  #unfinished = 0;
  /** Cells that are made ready and have not had a slot yet. */
  #readying = 0;
  #onIdle: (() => void) | undefined;

  constructor(setup: CellRunnerSetup) {
    this.#setup = setup;
    this.#setupWatch = new SetupWatch(setup.plan.count);
    const { store, runId, workers, attempts } = setup;
    this.#failedHere = workers && new FailedHere({ store, runId, workers, clock: attempts.clock });
    this.#ends = new EndWriter(setup);
    this.#news = new CellNews(setup);
    this.#heard = new HeardCells(setup.slots, setup.limits.concurrency, setup.emitter.listened);
    this.#ahead = new Ahead(setup.limits.concurrency);
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
   * that may have been lost before (`again`) works alone when it was lost so often that the next time is the last. One
   * that failed for what is wrong here is `held` while another worker may run it.
   */
  async take(position: number, again: boolean): Promise<CellServed> {
    const { plan, stopping, hasMoney } = this.#setup;
    if (stopping.halted || !hasMoney()) return "left";
    const cell = plan.at(position);
    try {
      if (await this.#failedHere?.isForOthers(position, cell)) return "held";
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
    const failedBefore = this.#failedHere?.has(position);
    await this.#bring(position, cell, group, true);
    const { states } = tally;
    if (states.isHeld(position)) {
      states.free(position);
      return "held";
    }
    const outcome = states.outcome(position);
    if (outcome === undefined || (stopping.halted && !isScored(outcome))) return "left";
    return failedBefore === this.#failedHere?.has(position) ? "settled" : "held";
  }

  /** Part of `Stoppable`. */
  get running(): Line<CellAttempt> {
    return this.#setup.attempts.running;
  }

  /** Tells something that came of an attempt on its way, after its start. */
  meanwhile(attempt: CellAttempt, tell: () => void): void {
    this.#heard.meanwhile(attempt, tell);
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
    while (!stopping.halted && !queue.empty) {
      const isAhead = slots.running + this.#readying >= limits.concurrency;
      if (isAhead && this.#readying >= this.#mostAhead) return;
      if (this.#unfinished - slots.running >= this.#maxAside) return;
      if (!hasMoney()) return;
      const next = queue.take(isAhead ? this.#mayReady : this.#hasRoom);
      if (!next) return;
      if (isAhead) this.#readying += 1;
      else slots.take(next.group);
      this.#unfinished += 1;
      void this.#bring(next.position, next.cell, next.group, !isAhead);
    }
  }

  /** Calls that are written down before there is a slot would keep money back from those that have one. */
  get #mostAhead(): number {
    const { claimsAhead, limits } = this.#setup;
    return claimsAhead && !limits.strict ? this.#ahead.count : 0;
  }

  readonly #hasRoom = (group: ProviderGroup) => this.#setup.slots.hasRoom(group);
  readonly #mayReady = (group: ProviderGroup) => this.#setup.slots.mayReady(group);

  /** Brings a cell to its outcome. Has a slot when it begins, unless it is made ready before, and none when it ends. */
  async #bring(
    position: number,
    cell: PlannedCell,
    group: ProviderGroup,
    holdsSlotFirst: boolean,
  ): Promise<void> {
    const setup = this.#setup;
    const { clock } = setup.attempts;
    let holdsSlot = holdsSlotFirst;
    let isReadying = !holdsSlot;
    const enter = () => {
      if (isReadying) this.#readying -= 1;
      isReadying = false;
    };
    try {
      let spent: NanoUsd = 0;
      let unknownCalls = 0;
      const tries = new Tries(setup.limits, setup.random);
      for (;;) {
        const askedAt = clock.elapsed();
        const claim = await setup.store.claim(setup.runId, setup.workerId, cell);
        if (claim.state !== "claimed") return await this.#leave(position, cell, claim.state);
        const before = claim.attempt - 1;
        const lost = before < this.#maxLost ? 0 : await this.#lostInARow(cell, before);
        const tellStart = () => this.#news.started(attempt);
        const onEntered = () => {
          enter();
          this.#heard.started(attempt, tellStart);
          this.#pump();
        };
        const attempt: CellAttempt = new CellAttempt(
          setup.attempts,
          setup.health,
          cell,
          group,
          claim.attempt,
          isReadying ? onEntered : undefined,
        );
        holdsSlot = false;
        if (isReadying) this.#heard.readying(attempt);
        else this.#heard.started(attempt, tellStart);
        let result: AttemptResult;
        let delayMs: number | undefined;
        let left = false;
        try {
          const ending = await this.#execute(attempt, lost < this.#maxLost ? 0 : lost);
          const measured = measure(attempt);
          if (attempt.readyAt !== undefined) {
            const inSlotMs = Math.max(0, attempt.readyAt - attempt.slot.startedAt);
            this.#ahead.see(attempt.readyAt - askedAt, Math.max(0, measured.workingMs - inSlotMs));
          }
          // What is left of its calls is booked before its end is written.
          const booking = attempt.end();
          if (booking) await booking;
          const verdict = this.#judge(attempt, ending);
          if (!attempt.slot.entered && verdict.outcome.kind === "cancelled") {
            // It was only made ready: it stays untried, and its claim is given back with all that is left at the end.
            this.#heard.forget(attempt);
            return;
          }
          result = resultOf(attempt, verdict, measured);
          delayMs = tries.delayMs(verdict);
          this.#watchSetup(position, attempt, verdict, delayMs === undefined);
          if (setup.stopping.halted) delayMs = undefined;
          const writing = this.#ends.write(attempt, result);
          if (setup.claimsAhead) {
            // The next cell has its slot while its end is written.
            left = true;
            if (attempt.slot.entered) this.#heard.ending();
            attempt.leave();
          }
          const isWritten = await writing;
          spent += attempt.spent;
          unknownCalls += attempt.unknownCalls;
          const cost = { delayMs, spent, unknownCalls };
          const tellEnd = this.#endOf(position, attempt, isWritten ? result : undefined, cost);
          if (attempt.slot.entered) this.#heard.ended(attempt, tellEnd, left);
          else this.#heard.endedUnheard(attempt, tellStart, tellEnd);
          if (!isWritten) return setup.onShared();
          if (delayMs === undefined) return;
        } finally {
          if (!left) attempt.leave();
        }
        enter();
        if (!(await this.#backOff(group, delayMs))) {
          const end = { by: "backing-off", attempt: attempt.attempt, spent, unknownCalls } as const;
          return this.#news.settled(position, cell, result, end);
        }
        holdsSlot = true;
      }
    } catch (error) {
      setup.stopping.fail(error);
    } finally {
      enter();
      if (holdsSlot) setup.slots.release(group);
      this.#heard.serve();
      this.#unfinished -= 1;
      this.#pump();
      this.#tellIdle();
    }
  }

  /** What is told of the end of an attempt; it is lost without a result. */
  #endOf(
    position: number,
    attempt: CellAttempt,
    result: AttemptResult | undefined,
    { delayMs, ...cost }: { delayMs: number | undefined; spent: NanoUsd; unknownCalls: number },
  ): () => void {
    const news = this.#news;
    if (!result) return () => news.lost(position, attempt);
    if (delayMs !== undefined) return () => news.failed(attempt, result, delayMs);
    const end = { by: "this-process", attempt: attempt.attempt, ...cost } as const;
    return () => news.settled(position, attempt.cell, result, end);
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
    const { stopping, startsAhead } = this.#setup;
    const runCell = lost === 0 ? this.#setup.runCell : givenUp(lost);
    const isLate = attempt.slot.entered ? stopping.aborted : stopping.startsNothing;
    if (!isLate) return attempt.execute(runCell, startsAhead(attempt.cell));
    // It was claimed while the sweep was stopped.
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

  /** Starts no more cells once it is clear that they would all fail for the setup, or on this machine. */
  #watchSetup(position: number, { cell, attempt }: CellAttempt, verdict: Verdict, isLast: boolean): void {
    const { outcome } = verdict;
    if (isScored(outcome.kind)) this.#setupWatch.scored(cell.subject, providersOf(cell));
    const machineProblem = this.#failedHere && isLast ? machineProblemOf(outcome) : undefined;
    const setupProblem = verdict.setupProblem ?? machineProblem;
    const failure = setupFailureOf(cell, { ...verdict, setupProblem });
    // One that has failed here before says nothing new.
    if (!failure || this.#failedHere?.has(position)) return;
    this.#failedHere?.add(position, attempt);
    const reason = this.#setupWatch.failed(failure);
    if (reason !== undefined) this.#setup.stopping.giveUp(reason);
  }
}
