import { type Account, type Charge, createAccount, Line, sumUsd, systemClock } from "@flow-state-dev/core";
import { type CellId, latestCounts, workedMs } from "@flow-state-dev/records";
import type { AttemptSetup, CellAttempt } from "./attempt/cell-attempt.ts";
import { CellRunner } from "./cells/cell-runner.ts";
import { serveCells } from "./cells/serve-cells.ts";
import { watchCells } from "./cells/watch-cells.ts";
import { Emitter } from "./events/emitter.ts";
import { passingTrouble } from "./events/passing-trouble.ts";
import { watchHealth } from "./health/health.ts";
import { completeLimits } from "./limits/limits.ts";
import { Slots } from "./limits/slots.ts";
import { CallBook } from "./money/call-book.ts";
import { WatchedCalls, watchedCallsOf } from "./money/watched-calls.ts";
import { planOf } from "./plan/cell-plan.ts";
import { closeRun, isAllScored } from "./run/close-run.ts";
import { enterRun } from "./run/enter-run.ts";
import { carriedWarning, lostCallsWarning } from "./run/open-run.ts";
import { Stopping } from "./stopping/stopping.ts";
import type { SweepOptions } from "./sweep-options.ts";
import type { SweepResult } from "./sweep-result.ts";
import { awakeTimer } from "./time/awake-timer.ts";
import { startHeartbeat } from "./time/heartbeat.ts";
import { pauseOn, systemTimer } from "./time/timer.ts";
import { classify } from "./verdict/classify.ts";

/** The account whose limit is the budget, as messages name it. */
const runAccountName = "The run";
const defaultPollMs = 1000;
const defaultMaxLostAttempts = 3;

/**
 * Runs every cell of a plan that has no result yet, each to exactly one result that stays, and keeps all of it in the
 * store. Always resolves with a valid result of what there is, however it was stopped; rejects only when the store
 * cannot be used or the options make no sense. Whatever stops it, the same call with `resume` goes on.
 *
 * Money: a cell that reaches its own limit is `over-budget`, a score of 0. When the run's budget is spent no new cell
 * starts, and cells that it cuts off are `cancelled`: they did nothing wrong and run again with more money. Several
 * processes on one run share its budget: each call is granted by the store, which knows what all have spent.
 */
export async function sweep(options: SweepOptions): Promise<SweepResult> {
  const { store, clock = systemClock, timer = systemTimer, random = Math.random } = options;
  const startedAt = clock.elapsed();
  const plan = planOf(options.cells);
  const limits = completeLimits(options.limits);
  const { sharing } = options;
  const isWorker = sharing?.role === "worker";
  const { runId, continued, recovery, tally, worker, warnings, earlier } = await enterRun(store, options, {
    ...{ plan, limits, isWorker },
  });

  const running = new Line<CellAttempt>();
  const emitter = new Emitter(options.onEvent);
  const stopping = new Stopping(
    emitter,
    awakeTimer(timer, () => health.starvedMs()),
    limits.graceMs,
  );
  const { budgetUsd, strict } = limits;
  const watched = new WatchedCalls();
  const onCharge = ({ subject, task, run }: CellId, charge: Charge) => {
    watched.see(charge);
    const { payer, modelId, costUsd, status } = charge;
    if (!emitter.listened || ended) return;
    const cell = { subject, task, run };
    const passing = passingTrouble(charge);
    emitter.emit({
      ...{ type: "spent", cell, payer, modelId, costUsd, status, totalUsd: runAccount.spentUsd },
      ...(passing && { passing }),
    });
  };
  let ended = false;
  const book = new CallBook({
    ...{ store, runId, clock, timer, random, attempts: running, onCorrected: onCharge },
    budget: budgetUsd === undefined ? undefined : { limitUsd: budgetUsd, strict },
  });
  const runAccount = createAccount({
    name: runAccountName,
    ...(budgetUsd !== undefined && { limitUsd: budgetUsd }),
    alreadySpentUsd: continued ? await book.elsewhereUsd() : 0,
    strict,
    allowUnpriced: limits.allowUnpriced ?? false,
    ledger: book,
    after: (ms, callback) => timer.after(ms, callback),
  });
  const spend = (wantedUsd?: number) =>
    stopping.spend(runAccount.spentUsd, runAccount.limitUsd ?? 0, wantedUsd);
  const shares = isWorker ? sharing.providers?.(worker.id) : undefined;
  const slots = new Slots(limits, clock, timer, shares);
  const health = options.health ?? watchHealth(clock, timer);
  let shared = sharing !== undefined;
  let isGivenOut = false;
  const attempts: AttemptSetup = {
    runId,
    slots,
    clock,
    timer,
    book,
    running,
    runAccount,
    cellBudgetUsd: limits.cellBudgetUsd,
    cellTimeoutMs: limits.cellTimeoutMs,
    settleMs: limits.settleMs,
    onRunSpent: spend,
    onThrottled(provider, status) {
      const reason = status === undefined ? "turned a cell away" : `answered with HTTP ${status}`;
      emitter.emit({ type: "throttled", provider: provider.name, limit: provider.limit.value, reason });
    },
    // What goes wrong with the store is told by the next write that the sweep itself needs.
    keep: ({ cell, attempt }, progress) =>
      store.keepProgress(runId, cell, attempt, progress).catch(() => false),
    onCharge: (attempt, charge) => runner.meanwhile(attempt, () => onCharge(attempt.cell, charge)),
  };
  const runner = new CellRunner({
    ...{ plan, store, runId, limits, slots, tally, stopping, emitter, attempts, health, timer, random },
    workerId: worker.id,
    claimsAhead: options.claimsAhead ?? false,
    startsAhead: options.startsAhead ?? (() => false),
    maxLostAttempts: isWorker ? (sharing.maxLostAttempts ?? defaultMaxLostAttempts) : undefined,
    workers: isWorker ? (sharing.workers ?? (async () => 1)) : undefined,
    runCell: options.runCell,
    classify: options.classify ?? classify,
    hasMoney() {
      if (!isSpent(runAccount)) return true;
      spend();
      return false;
    },
    onShared() {
      shared = true;
    },
  });
  stopping.reach(runner);
  const { carriedAdvice } = options;
  /** Not kept with the run: a charge may come after all, and what is carried then is in the books. */
  const lost = recovery ? lostCallsWarning(recovery, "an earlier process", carriedAdvice) : [];
  let toldCarriedUsd = recovery?.carriedUsd ?? 0;
  const recover = async () => {
    // Whoever looks for the dead is alive, also when this process or its machine stood still for long.
    await store.heartbeat(worker.id);
    const found = await store.recover(runId);
    if (found.lostAttempts + found.lostCalls === 0) return;
    shared = true;
    emitter.emit({ type: "recovered", ...found });
    toldCarriedUsd = sumUsd([toldCarriedUsd, found.carriedUsd]);
    for (const message of lostCallsWarning(found, "another process", carriedAdvice)) {
      lost.push(message);
      emitter.emit({ type: "warning", message });
    }
  };
  const heartbeat = startHeartbeat(timer, async () => {
    await store.heartbeat(worker.id);
    // What a dead process held back is set free only when somebody finds it.
    if (book.waits) await recover();
    if (budgetUsd === undefined) return;
    // Cuts off the calls under way when others have passed the limit.
    runAccount.learn(await book.elsewhereUsd());
    if (isSpent(runAccount) && !stopping.halted) spend();
  });
  const unlisten = [
    listen(options.signal, () => stopping.abort("the sweep was stopped")),
    listen(options.drain, () => stopping.drain()),
  ];

  try {
    const { states } = tally;
    const spentUsd = runAccount.spentUsd;
    const { warnings: given = [] } = options;
    const planned = { runId, cells: plan.count, kept: states.scored, continued, spentUsd };
    emitter.emit({ type: "planned", ...planned, warnings: [...given, ...warnings, ...lost] });
    for (const message of given) emitter.warn(message);
    for (const message of [...warnings, ...lost]) emitter.emit({ type: "warning", message });
    if (recovery && recovery.lostAttempts + recovery.lostCalls > 0)
      emitter.emit({ type: "recovered", ...recovery });
    emitter.emit({ type: "queued", cells: plan.count - states.scored });
    const pollMs = options.pollMs ?? defaultPollMs;
    const parts = { plan, store, runId, tally, stopping, emitter, timer, pollMs, recover };
    if (sharing?.role === "planner")
      isGivenOut = await watchCells({
        ...parts,
        dispatch: sharing.dispatch,
        budgetUsd: budgetUsd ?? null,
        onSpent: () => spend(),
      });
    else if (isWorker) await serveCells({ ...parts, runner, source: sharing.source });
    else await runner.pass((position) => !states.isSettled(position));
    while (!sharing && states.held > 0 && !stopping.halted) {
      emitter.emit({ type: "waiting", cells: states.held });
      await pauseOn(timer)(pollMs, stopping.signal).catch(() => {});
      if (stopping.halted) break;
      await recover();
      await runner.pass((position) => states.isHeld(position));
    }
    // What a process that died left behind is nobody's to find once this one, perhaps the last, has ended.
    if (!stopping.failure) await recover();
  } catch (error) {
    stopping.fail(error);
  } finally {
    stopping.end();
    heartbeat.stop();
    slots.stop();
    if (!options.health) health.stop();
    for (const stop of unlisten) stop();
  }
  if (stopping.failure) {
    await store.releaseWorker(worker.id).catch(() => {});
    throw stopping.failure.error;
  }

  await store.releaseWorker(worker.id);
  // What it had of providers is free soon in any case.
  await shares?.leave().catch(() => {});
  // A worker that leaves early tells of its own work: to add up what all have done is for the last one.
  const isLast = !isWorker || (await isAllScored(store, runId, plan.count));
  const isOwn = isWorker ? !isLast : !shared && !book.corrected;
  const seen = watched.warnings();
  const isCounted = seen.length + earlier.length > 0;
  const hasOthers = isLast && (isWorker || shared || (continued && isCounted));
  const told = hasOthers ? (await watchedCallsOf(store, runId)).warnings() : seen;
  for (const message of told) emitter.warn(message);
  if (emitter.warnings.length > 0) await store.updateRun(runId, { warnings: emitter.warnings });
  const books = await store.books(runId);
  const isStillLost = books.carriedUsd === toldCarriedUsd;
  for (const message of carriedWarning(books, toldCarriedUsd, carriedAdvice)) emitter.warn(message);
  const closed = await closeRun(store, runId, plan, isOwn ? tally : undefined, { isWorker, isGivenOut });
  const { aborted, wantedUsd } = stopping;
  const result: SweepResult = {
    ...closed,
    aborted,
    // Whoever is told to stop, or has no money left, with nothing left to do has done all.
    interrupted: (aborted || stopping.draining) && closed.state !== "finished",
    budgetExceeded: stopping.budgetSpent && closed.state !== "finished",
    ...(wantedUsd !== undefined && { wantedUsd }),
    stopped: stopping.gaveUp === undefined ? null : { reason: stopping.gaveUp },
    continued,
    durationMs: clock.elapsed() - startedAt,
    workedMs: workedMs(await store.sessions(runId)),
    warnings: latestCounts([
      ...[...warnings, ...(isStillLost ? lost : [])],
      ...[...earlier, ...emitter.warnings, ...listenerWarning(emitter)],
    ]),
  };
  ended = true;
  if (stopping.draining) emitter.emit({ type: "drained" });
  emitter.emit({ type: "done", result });
  return result;
}

/** With a limit of 0 free calls may still be made, so cells are started until one wants money. */
function isSpent({ limitUsd, leftUsd = 0, spentUsd }: Account): boolean {
  return limitUsd !== undefined && leftUsd <= 0 && spentUsd > 0;
}

function listen(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return () => signal.removeEventListener("abort", onAbort);
}

function listenerWarning({ failure }: Emitter): string[] {
  if (failure === undefined) return [];
  return [`Whoever listened to the sweep failed: ${String(failure)}. The results are not affected.`];
}
