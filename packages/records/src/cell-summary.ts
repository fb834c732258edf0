import type { AttemptRecord } from "./attempt.ts";
import type { CallRecord } from "./call.ts";
import type { CellId, CellRecord } from "./cell.ts";
import { toNanoUsd } from "./nano-usd.ts";
import { addCost, addTokens, noSums, type Sums, toSpend, toUsage } from "./sums.ts";

/** What the calls cost and used together: lost ones at their worst case, open ones nothing yet. */
export function sumCalls(calls: Iterable<CallRecord>): Sums {
  const sums = noSums();
  for (const call of calls) {
    if (call.state === "lost")
      addCost(sums, call.payer, toNanoUsd(call.worstCaseUsd, "The worst case of a call"), { carried: true });
    if (call.state !== "charged") continue;
    addCost(sums, call.payer, toNanoUsd(call.costUsd, "The cost of a call"));
    addTokens(sums, call.usage);
  }
  return sums;
}

/** The record of a cell as it follows from its attempts, at least one, and its calls. */
export function summariseCell(
  cell: CellId,
  attempts: readonly AttemptRecord[],
  calls: Iterable<CallRecord>,
): CellRecord {
  const sums = sumCalls(calls);
  const last = attempts.at(-1)!;
  const ended = attempts.findLast((attempt) => attempt.state === "ended");
  return {
    subject: cell.subject,
    task: cell.task,
    run: cell.run,
    taskHash: (ended ?? last).taskHash,
    attempts: attempts.length,
    outcome: ended?.outcome ?? null,
    running: last.state === "running",
    spend: toSpend(sums),
    usage: toUsage(sums),
    ...(ended?.counted && { counted: ended.counted }),
    workingMs: ended?.workingMs ?? 0,
    waitingMs: ended?.waitingMs ?? 0,
    suspect: ended?.suspect ?? false,
    endedAt: ended?.endedAt ?? null,
  };
}
