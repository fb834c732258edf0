import { isDeepStrictEqual } from "node:util";
import { type RunStore, scoredCount } from "@flow-state-dev/records";
import type { CellPlan } from "../plan/cell-plan.ts";
import type { SweepResult } from "../sweep-result.ts";
import { coverageOf } from "../tally/coverage.ts";
import type { Tally } from "../tally/tally.ts";
import { KeptCells } from "./open-run.ts";
import { tallyOf } from "./tally-of.ts";

/** The part of a process in a run that it leaves. */
export interface RunLeaver {
  /** It is one of many that work on cells given out by another. */
  isWorker: boolean;
  /** It has given out the cells, and others go on with them. */
  isGivenOut: boolean;
}

/** What a run has come to. */
export type ClosedRun = Pick<
  SweepResult,
  "runId" | "state" | "planned" | "outcomes" | "untried" | "coverage" | "spend" | "aggregate"
>;

/**
 * Writes down how the run stands, and says what it comes to. What another process did, or a late charge set right, is
 * added up from the store, which knows the money of all: give no tally then. Another process may end while this is
 * done; it is done again then, so that the last one to write knows of all.
 */
export async function closeRun(
  store: RunStore,
  runId: string,
  plan: CellPlan,
  own: Tally | undefined,
  { isWorker, isGivenOut }: RunLeaver,
): Promise<ClosedRun> {
  for (let tally = own; ; tally = undefined) {
    const before = await store.totals(runId);
    const { states, aggregate } = tally ?? (await tallyOf(store, runId, plan, new KeptCells(plan)));
    // Workers go on with what is given out to them, also with cells that nobody has at this moment, and so does
    // another process that is between two of them.
    const goesOn = isGivenOut || before.running > 0 || (await store.hasLivingWorker(runId));
    const unfinished = goesOn ? ("running" as const) : ("interrupted" as const);
    const state = states.scored === plan.count ? ("finished" as const) : unfinished;
    // One of many workers that leaves says nothing about the run, unless it is the last to have something to do.
    if (!isWorker || state === "finished") await store.updateRun(runId, { state });
    const { spend, running, attempts, outcomes: ended } = await store.totals(runId);
    const same =
      running === before.running && attempts === before.attempts && isDeepStrictEqual(ended, before.outcomes);
    if (running === 0 && !same) continue;
    const sums = aggregate.total();
    const { outcomes } = sums;
    const tried = Object.values(outcomes).reduce((total, count) => total + count, 0);
    const coverage = coverageOf(sums);
    return {
      runId,
      state,
      planned: plan.count,
      outcomes,
      untried: plan.count - tried,
      coverage,
      spend,
      aggregate,
    };
  }
}

/** Whether every planned cell has a score, whoever brought it there. */
export async function isAllScored(store: RunStore, runId: string, planned: number): Promise<boolean> {
  return scoredCount(await store.totals(runId)) >= planned;
}
