import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { countingWarnings, type RunStore } from "@flow-state-dev/records";
import type { CompleteLimits } from "../limits/limits.ts";
import { providerWarnings } from "../limits/provider-warnings.ts";
import type { CellPlan } from "../plan/cell-plan.ts";
import { checkSamePlan } from "../queue/same-plan.ts";
import type { Tally } from "../tally/tally.ts";
import { KeptCells, type OpenedRun, openRun, type RunChoice } from "./open-run.ts";
import { tallyOf } from "./tally-of.ts";

/** With what a process enters a run. */
export interface RunEntry {
  plan: CellPlan;
  limits: CompleteLimits;
  /** It is one of many that work on cells given out by another. */
  isWorker: boolean;
}

/** A run with this process among its workers. */
export interface EnteredRun extends Pick<OpenedRun, "continued" | "recovery" | "warnings"> {
  runId: string;
  /** Where its cells stood; empty for a worker, who is told cell by cell. */
  tally: Tally;
  /** What the processes before have told of their calls, which this one has not seen. */
  earlier: readonly string[];
  /** This process, as the store knows it. */
  worker: { id: string; host: string; pid: number };
}

/**
 * Opens the run, with this process among its workers. What the run is made of, a large thing when there are many tasks,
 * is in memory only here.
 */
export async function enterRun(
  store: RunStore,
  choice: RunChoice,
  { plan, limits, isWorker }: RunEntry,
): Promise<EnteredRun> {
  if (isWorker && "run" in choice) await checkSamePlan(store, choice.run, plan);
  const { run, manifest, continued, recovery, warnings: opening } = await openRun(store, plan, choice);
  const runId = run.id;
  const kept = new KeptCells(plan);
  // What others have done is told to a worker cell by cell.
  const tally = await tallyOf(store, runId, plan, continued && !isWorker ? kept : undefined);
  const earlier = continued ? countingWarnings(run.warnings) : [];
  const warnings = [...opening, ...kept.warnings(), ...providerWarnings(limits, plan)];
  const worker = { id: randomUUID(), host: hostname(), pid: process.pid };
  await store.registerWorker(worker);
  if (continued && !isWorker) {
    await store.updateRun(runId, {
      state: "running",
      plannedCells: plan.count,
      manifest,
      warnings,
    });
  }
  return { runId, continued, recovery, tally, worker, warnings, earlier };
}
