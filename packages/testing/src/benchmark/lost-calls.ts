import { sumUsd } from "@flow-state-dev/core";
import type { CellRecord, RunStore } from "@flow-state-dev/records";

/** What a cell carries for calls whose end nobody knows, each at the most it can have cost. */
export interface LostCalls {
  calls: number;
  subjectUsd: number;
  judgeUsd: number;
}

/** Of a cell that carries nothing. */
export const noLostCalls: LostCalls = { calls: 0, subjectUsd: 0, judgeUsd: 0 };

/** The lost calls of a cell by who would have paid; those whose worst case is unknown too count elsewhere. */
export async function lostCallsOf(
  store: RunStore,
  runId: string,
  { subject, task, run, spend }: CellRecord,
): Promise<LostCalls> {
  if (spend.carried === 0) return noLostCalls;
  const [bySubject, byJudge]: [number[], number[]] = [[], []];
  for await (const { state, worstCaseUsd, payer } of store.calls(runId, { subject, task, run })) {
    if (state !== "lost" || worstCaseUsd === null) continue;
    (payer === "judge" ? byJudge : bySubject).push(worstCaseUsd);
  }
  const calls = bySubject.length + byJudge.length;
  return { calls, subjectUsd: sumUsd(bySubject), judgeUsd: sumUsd(byJudge) };
}
