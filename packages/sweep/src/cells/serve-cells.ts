import type { CellPlan } from "../plan/cell-plan.ts";
import type { CellServed, CellSource } from "../queue/sharing.ts";
import type { Stopping } from "../stopping/stopping.ts";
import type { CellRunner } from "./cell-runner.ts";

/** What working on cells from elsewhere needs. */
export interface ServeSetup {
  plan: CellPlan;
  runId: string;
  source: CellSource;
  runner: CellRunner;
  stopping: Stopping;
  recover(): Promise<void>;
}

/** Cells of dead workers are looked for this often. */
const recoverEveryMs = 10_000;

/**
 * Works on the cells that a source hands out, until it has no more or the sweep stops. A cell that another worker holds
 * is looked at twice: that worker may be dead, and its cells free when that is found out.
 */
export async function serveCells({
  plan,
  runId,
  source,
  runner,
  stopping,
  recover,
}: ServeSetup): Promise<void> {
  let recovering: Promise<void> | undefined;
  const recoverOnce = () => {
    recovering ??= recover().finally(() => {
      recovering = undefined;
    });
    return recovering;
  };
  const timer = setInterval(() => void recoverOnce().catch(() => {}), recoverEveryMs);
  timer.unref();
  const bring = async (position: number, again: boolean): Promise<CellServed> => {
    // Another plan than ours: nobody can do anything about it.
    if (position === -1) return "settled";
    const served = await runner.take(position, again);
    if (served !== "held") return served;
    await recoverOnce();
    return runner.take(position, true);
  };
  try {
    await source.serve(runId, (cell, again) => bring(plan.positionOf(cell), again), stopping.signal);
  } finally {
    clearInterval(timer);
  }
}
