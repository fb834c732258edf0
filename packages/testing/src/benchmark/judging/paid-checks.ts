import { type PaidChecks, type RunManifest, type RunStore, readPaidChecks } from "@flow-state-dev/records";
import type { JudgeCheck } from "./judge-check.ts";

/** Runs of the same benchmark that are looked at for one that has paid for a check. */
const runsLookedAt = 100;

/**
 * The checks of its judge that a run pays for: those it had, and the one that was just made. One that was made before
 * is another run's when one names it; else its process died before it began its own.
 *
 * @param before that of the run that is gone on with; undefined when one begins
 */
export async function paidChecks(
  store: RunStore,
  name: string,
  { runId, isTaken, spentUsd }: Pick<JudgeCheck, "runId" | "isTaken" | "spentUsd">,
  before: RunManifest | undefined,
): Promise<PaidChecks> {
  const own = before ? readPaidChecks(before) : {};
  if (runId === null || (isTaken && (await isPaid(store, name, runId)))) return own;
  return { ...own, [runId]: spentUsd };
}

async function isPaid(store: RunStore, name: string, check: string): Promise<boolean> {
  for await (const { manifest } of store.runs({ kind: "compare", name, limit: runsLookedAt }))
    if (Object.hasOwn(readPaidChecks(manifest), check)) return true;
  return false;
}
