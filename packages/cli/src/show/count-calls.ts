import type { CallRecord } from "@flow-state-dev/records";

/** The calls of a cell that were seen. */
export interface CallCounts {
  count: number;
  byModel: ReadonlyMap<string, number>;
}

/** Counts the calls of a cell. What an agent said it used is in the books, but is no call that was seen. */
export async function countCalls(calls: AsyncIterable<CallRecord>): Promise<CallCounts> {
  const byModel = new Map<string, number>();
  let count = 0;
  for await (const call of calls) {
    if (call.state === "charged" && call.details.finishReason === "reported") continue;
    count += 1;
    byModel.set(call.modelId, (byModel.get(call.modelId) ?? 0) + 1);
  }
  return { count, byModel };
}
