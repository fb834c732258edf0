import type { CellId } from "@flow-state-dev/records";
import { evidenceNumbers, type RunStore } from "@flow-state-dev/records/store";

/** What agents took for the cells of a run of a suite, in milliseconds; undefined of a cell where nobody measured it. */
export type AgentTimes = (cell: CellId) => number | undefined;

/** Reads them all at once. Set-up and grading are not in them, as in no time of an agent that is shown. */
export async function agentTimes(store: RunStore, runId: string): Promise<AgentTimes> {
  const times = new Map<string, number>();
  for (const { value, ...cell } of await evidenceNumbers(store, runId, "agentMs"))
    times.set(keyOf(cell), value);
  return (cell) => times.get(keyOf(cell));
}

function keyOf({ subject, task, run }: CellId): string {
  return JSON.stringify([subject, task, run]);
}
