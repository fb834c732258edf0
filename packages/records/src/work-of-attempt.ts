import type { CallRecord } from "./call.ts";
import type { CellId, CountedWork } from "./cell.ts";
import { workOfCalls } from "./counted-work.ts";
import type { RunStore } from "./run-store.ts";

/** What the calls of the subject or agent took in one attempt; those of its judges are not part of what it made. */
export async function workOfAttempt(
  store: Pick<RunStore, "calls">,
  runId: string,
  cell: CellId,
  attempt: number,
): Promise<CountedWork> {
  const calls: CallRecord[] = [];
  for await (const call of store.calls(runId, cell))
    if (call.attempt === attempt && call.payer !== "judge") calls.push(call);
  return workOfCalls(calls);
}
