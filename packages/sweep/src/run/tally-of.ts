import type { RunStore } from "@flow-state-dev/records";
import type { CellPlan } from "../plan/cell-plan.ts";
import { Tally } from "../tally/tally.ts";
import type { KeptCells } from "./open-run.ts";

/** Where the cells of a run stand as the store has them, each placed by `kept`; with nothing kept, nowhere. */
export async function tallyOf(
  store: RunStore,
  runId: string,
  plan: CellPlan,
  kept: KeptCells | undefined,
): Promise<Tally> {
  const tally = new Tally(plan);
  if (!kept) return tally;
  for await (const record of store.cells(runId)) {
    const { position, counts } = kept.place(record);
    if (position !== -1) tally.keep(position, record, counts);
  }
  return tally;
}
