import type { AttemptResult } from "@flow-state-dev/records";
import { type AttemptHealth, isSuspect } from "../health/health.ts";
import type { Verdict } from "../verdict/attempt-verdict.ts";

/** An attempt, as far as what is written down of it goes. */
export interface EndedAttempt {
  /** From 1, over all processes that ever tried its cell. */
  readonly attempt: number;
  readonly work: {
    readonly cachedCalls: number;
    readonly unknownJudging: number;
    readonly unheardCalls: number;
    with(takenOver: Verdict["takenOver"]["work"]): NonNullable<AttemptResult["counted"]>;
  };
}

/** How long an attempt worked and waited, in milliseconds, and how the harness did meanwhile. */
export interface Measured {
  workingMs: number;
  waitingMs: number;
  health: AttemptHealth;
}

/** To be taken when its code has ended: what is booked and written after that is not its time. */
export function measure({
  slot,
  health,
}: {
  readonly slot: Pick<Measured, "workingMs" | "waitingMs">;
  readonly health: AttemptHealth;
}): Measured {
  return { workingMs: slot.workingMs, waitingMs: slot.waitingMs, health };
}

/** What an attempt came to, as it is written down; work that it took over counts as its own. */
export function resultOf(
  { attempt, work }: EndedAttempt,
  { outcome, evidence, artifacts, takenOver }: Verdict,
  { workingMs: ownMs, waitingMs, health }: Measured,
): AttemptResult {
  // The time of work that was taken over was measured then, however this process does now.
  const isTaken = takenOver.workingMs > 0 || takenOver.work !== undefined;
  const suspect = isTaken ? takenOver.suspect : isSuspect(health, ownMs);
  const workingMs = ownMs + takenOver.workingMs;
  const result = { outcome, evidence, workingMs, waitingMs, health, suspect, artifacts };
  // What made the output of a cell that came through was heard: a call beside it that broke off counts as it is booked.
  const cameThrough = outcome.kind === "passed" || outcome.kind === "failed";
  const unheardCalls = cameThrough ? 0 : work.unheardCalls;
  // A first attempt that no cache had a share in took what its calls say, when the judge's are as well known.
  const isPlain =
    work.cachedCalls === 0 && work.unknownJudging === 0 && unheardCalls === 0 && !takenOver.work;
  if (attempt === 1 && isPlain) return result;
  const counted = work.with(takenOver.work);
  return { ...result, counted: { ...counted, unknownCalls: counted.unknownCalls + unheardCalls } };
}
