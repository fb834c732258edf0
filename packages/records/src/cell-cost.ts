import type { CellRecord } from "./cell.ts";
import type { RunStore } from "./run-store.ts";

/** US dollars of a cell without its judge; null when nobody knows: a call without a price, lost, or an agent that did not tell. */
export async function cellCost(
  store: RunStore,
  run: { id: string; kind?: string },
  cell: CellRecord,
): Promise<number | null> {
  const { spend, usage } = cell;
  if (spend.unknownCalls > 0 || spend.carried > 0) return null;
  const booked = spend.subject + spend.agent;
  if (booked > 0 || usage.inputTokens > 0 || run.kind === "compare") return booked;
  // Nothing is booked for agents that call models by themselves: what they told is in the evidence, null when nothing.
  const last = (await store.attempts(run.id, cell)).findLast(({ state }) => state === "ended");
  return last?.state === "ended" && last.evidence.costUsd === null ? null : booked;
}
