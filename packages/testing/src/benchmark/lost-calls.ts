import { sumUsd } from "@flow-state-dev/core";
import type { CellRecord, RunStore } from "@flow-state-dev/records";

/** What is not known of the calls of a cell. */
export interface LostCalls {
  /** Calls whose end nobody knows, carried at the most they can have cost, by who would have paid. */
  calls: number;
  subjectUsd: number;
  judgeUsd: number;
  /** Calls of the last attempt that broke off before anything of their answers came: booked with their prompts alone. */
  unheard: number;
}

const nothing: LostCalls = { calls: 0, subjectUsd: 0, judgeUsd: 0, unheard: 0 };

/** The lost calls of a cell; those whose worst case is unknown too count elsewhere. */
export async function lostCallsOf(store: RunStore, runId: string, record: CellRecord): Promise<LostCalls> {
  if (record.spend.carried === 0 && !mayHaveBrokenOff(record)) return nothing;
  const { subject, task, run, attempts } = record;
  const [bySubject, byJudge]: [number[], number[]] = [[], []];
  let unheard = 0;
  for await (const call of store.calls(runId, { subject, task, run })) {
    const isLast = call.attempt === attempts;
    if (isLast && call.state === "charged" && call.details.mostUsd !== undefined) unheard += 1;
    if (call.state !== "lost" || call.worstCaseUsd === null) continue;
    (call.payer === "judge" ? byJudge : bySubject).push(call.worstCaseUsd);
  }
  const calls = bySubject.length + byJudge.length;
  return { calls, subjectUsd: sumUsd(bySubject), judgeUsd: sumUsd(byJudge), unheard };
}

/** A cell that came through at once has no call that broke off; the calls of most need not be read. */
function mayHaveBrokenOff({ outcome, attempts }: CellRecord): boolean {
  return attempts > 1 || (outcome?.kind !== "passed" && outcome?.kind !== "failed");
}
