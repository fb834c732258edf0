import type { CellRecord } from "./cell.ts";
import type { RunStore } from "./run-store.ts";

/**
 * US dollars that the result of a cell took, without its judge, as `CountedWork` says: what cells are compared by. Null
 * when nobody knows: a call without a price, lost, or an agent that did not tell.
 */
export async function cellCost(
  store: Pick<RunStore, "attempts">,
  run: { id: string; kind?: string },
  cell: CellRecord,
): Promise<number | null> {
  const { spend, counted } = cell;
  if (counted ? counted.unknownCalls > 0 : spend.unknownCalls > 0 || spend.carried > 0) return null;
  const booked = counted ? counted.costUsd : spend.subject + spend.agent;
  if (booked > 0 || run.kind === "compare") return booked;
  // Nothing is booked for agents that call models by themselves: what they told is in the evidence, null when nothing.
  const last = (await store.attempts(run.id, cell)).findLast(({ state }) => state === "ended");
  return last?.state === "ended" && last.evidence.costUsd === null ? null : booked;
}
