import { sumUsd } from "@flow-state-dev/core";
import type { RunManifest, RunStore } from "@flow-state-dev/records";
import type { JudgeCheck } from "./judge-check.ts";

/** US dollars that a run has paid for checks of its judge, by the run of the check. Kept among its circumstances. */
export type PaidChecks = Readonly<Record<string, number>>;

/** Runs of the same benchmark that are looked at for one that has paid for a check. */
const runsLookedAt = 100;
/** More than any check can cost: of a run from elsewhere it is not believed. */
const mostUsd = 1e6;

/**
 * The checks of its judge that a run pays for: those it had, and the one that was just made. One that was made before is
 * another run's when one names it; else its process died before it began its own.
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

/** Those of a run as it is kept; what is no amount is left out. */
export function readPaidChecks({ circumstances: { judgeChecks } }: RunManifest): PaidChecks {
  const isUsd = (usd: unknown) => typeof usd === "number" && usd >= 0 && usd <= mostUsd;
  return Object.fromEntries(
    Object.entries(Object(judgeChecks)).filter(([, usd]) => isUsd(usd)),
  ) as PaidChecks;
}

/** US dollars of all of them. */
export function checksUsd(checks: PaidChecks): number {
  return sumUsd(Object.values(checks));
}

async function isPaid(store: RunStore, name: string, check: string): Promise<boolean> {
  for await (const { manifest } of store.runs({ kind: "compare", name, limit: runsLookedAt }))
    if (Object.hasOwn(readPaidChecks(manifest), check)) return true;
  return false;
}
