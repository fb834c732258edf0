import { sumUsd } from "@flow-state-dev/core";
import { type CellRecord, cellCost, type WorkStore } from "@flow-state-dev/records";
import type { CaseRun } from "../../results/suite-results.ts";

/** What a run of a case cost, by who spent it. */
export type RunCosts = Pick<CaseRun, "cost" | "knownCost" | "countedCost" | "judgeCost" | "unknownCalls">;

/**
 * What a run of a case cost, from the books of its cell.
 *
 * @param store and `record`: of the work that is to be counted, as `atSameContent` gives them
 */
export async function runCosts(store: WorkStore, runId: string, record: CellRecord): Promise<RunCosts> {
  const { spend, counted } = record;
  const booked = sumUsd([spend.subject, spend.agent]);
  const isUnknown =
    (await unknownOfAgent(store, runId, record)) || (booked === 0 && (await isUntold(store, runId, record)));
  return {
    cost: isUnknown ? null : booked,
    ...(isUnknown && booked > 0 && { knownCost: booked }),
    ...(counted && { countedCost: await cellCost(store, { id: runId }, record) }),
    judgeCost: spend.judge,
    ...(spend.unknownCalls > 0 && { unknownCalls: spend.unknownCalls }),
  };
}

/** Is there a call of the agent whose cost nobody knows? The row counts those of the judge with them. */
async function unknownOfAgent(store: WorkStore, runId: string, record: CellRecord): Promise<boolean> {
  if (record.spend.unknownCalls === 0) return false;
  const { subject, task, run } = record;
  for await (const call of store.calls(runId, { subject, task, run })) {
    const costUsd = call.state === "charged" ? call.costUsd : call.worstCaseUsd;
    if (call.payer !== "judge" && costUsd === null) return true;
  }
  return false;
}

/** Null is an agent that did not tell; an attempt without evidence has spent what is in the books. */
async function isUntold(
  store: WorkStore,
  runId: string,
  { subject, task, run }: CellRecord,
): Promise<boolean> {
  const last = (await store.attempts(runId, { subject, task, run })).findLast(
    ({ state }) => state === "ended",
  );
  return last?.state === "ended" && last.evidence.costUsd === null;
}
