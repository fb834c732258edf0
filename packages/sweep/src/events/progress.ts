import { type Clock, systemClock } from "@flow-state-dev/core";
import { isScored, type OutcomeKind, outcomeKinds } from "@flow-state-dev/records";
import type { OnSweepEvent, SweepEvent } from "../sweep-event.ts";
import { HeldUpCells } from "./held-up.ts";
import type { HeldUp } from "./held-up-reasons.ts";

/** How far a sweep is, for a display. */
export interface ProgressSnapshot {
  /** Cells of the plan. */
  cells: number;
  /** Cells with an outcome, those of earlier processes that stay included. */
  done: number;
  /** Attempts under way in this process; wherever, of a run whose cells run on other machines. */
  running: number;
  /** Of these the ones that get on: their calls are answered. The others are among those that are `heldUp`. */
  gettingOn: number;
  /** Cells of this process by outcome. */
  outcomes: Readonly<Record<OutcomeKind, number>>;
  /** Cells of this process with an outcome that is no score; they run again on resume. */
  missing: number;
  /** Of the whole run, in US dollars. */
  spentUsd: number;
  /** Calls whose cost nobody knows. */
  unknownCalls: number;
  elapsedMs: number;
  /** How long it will take at the pace so far; null while nothing is known. */
  leftMs: number | null;
  /** Cells whose calls or attempts fail and are made again, here or wherever they run, by reason; most first. */
  heldUp: readonly HeldUp[];
  /** Why it is coming to its end, if it is. */
  stopping: "draining" | "budget" | "setup" | null;
}

/** Adds up the events of a sweep. */
export interface Progress {
  onEvent: OnSweepEvent;
  snapshot(): ProgressSnapshot;
}

/** Follows a sweep in constant memory, but for cells that are held up. `next` is told every event as well. */
export function createProgress(next?: OnSweepEvent, clock: Clock = systemClock): Progress {
  const outcomes = Object.fromEntries(outcomeKinds.map((kind) => [kind, 0])) as Record<OutcomeKind, number>;
  let [cells, kept, finished, running, missing, spentUsd, unknownCalls] = [0, 0, 0, 0, 0, 0, 0];
  let startedAt = clock.elapsed();
  let firstAttemptAt: number | undefined;
  let isElsewhere = false;
  let stopping: ProgressSnapshot["stopping"] = null;
  const heldUp = new HeldUpCells();
  let heldUpElsewhere: readonly HeldUp[] = [];

  const take = (event: SweepEvent) => {
    heldUp.see(event);
    switch (event.type) {
      case "planned":
        startedAt = clock.elapsed();
        ({ cells, kept, spentUsd } = event);
        break;
      case "started":
        firstAttemptAt ??= clock.elapsed();
        if (!isElsewhere) running += 1;
        break;
      case "attempt-failed":
      case "lost":
        if (!isElsewhere) running -= 1;
        break;
      case "elsewhere":
        isElsewhere = true;
        ({ running, spentUsd, unknownCalls, heldUp: heldUpElsewhere } = event);
        break;
      case "finished":
        finished += 1;
        if (event.by === "this-process") running -= 1;
        outcomes[event.outcome.kind] += 1;
        if (!isScored(event.outcome.kind)) missing += 1;
        break;
      case "spent":
        spentUsd = event.totalUsd;
        if (event.costUsd === null) unknownCalls += 1;
        break;
      case "draining":
        stopping = "draining";
        break;
      case "budget-spent":
        stopping ??= "budget";
        break;
      case "stopped":
        stopping ??= "setup";
        break;
    }
  };
  return {
    onEvent(event) {
      take(event);
      next?.(event);
    },
    snapshot() {
      const now = clock.elapsed();
      const done = kept + finished;
      const leftMs =
        finished === 0 || firstAttemptAt === undefined
          ? null
          : ((now - firstAttemptAt) / finished) * Math.max(0, cells - done);
      const held = isElsewhere ? heldUpElsewhere : heldUp.list();
      const heldRunning = isElsewhere ? held.reduce((sum, each) => sum + each.cells, 0) : heldUp.underWay;
      return {
        gettingOn: Math.max(0, running - heldRunning),
        ...{ cells, done, running, outcomes: { ...outcomes }, missing, spentUsd, unknownCalls },
        elapsedMs: now - startedAt,
        leftMs: done >= cells && cells > 0 ? 0 : leftMs,
        heldUp: held,
        stopping,
      };
    },
  };
}
