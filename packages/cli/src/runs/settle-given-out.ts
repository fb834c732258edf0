import type { RunStore } from "@flow-state-dev/records/store";

/** So many of the latest runs are looked at. */
const mostSettled = 20;

/**
 * What `settleDead` does, in a database where runs may be given out to workers: a run that was taken from them, or that
 * one process worked on alone, is not running any more once nobody works on it. Ids of the runs that are given out while
 * nobody works on them.
 */
export async function settleGivenOut(store: RunStore, address: string): Promise<string[]> {
  const { openMachines } = await import("@flow-state-dev/records");
  await using machines = await openMachines(address);
  const { postings, standings } = machines;
  for await (const { id, state } of store.runs({ limit: mostSettled })) {
    if (state !== "running") continue;
    const { lostAttempts } = await store.recover(id);
    await standings.settle(id);
    if (lostAttempts === 0 || (await postings.find(id)) !== null) continue;
    if ((await store.totals(id)).running === 0) await store.updateRun(id, { state: "interrupted" });
  }
  return await standings.waiting();
}
