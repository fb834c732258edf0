import type { RunStore } from "@flow-state-dev/records/store";
import { runningIds, settleIdle } from "./settle-dead.ts";

/**
 * What `settleDead` does, in a database where runs may be given out to workers: a run that was taken from them, or that
 * one process worked on alone, is not running any more once nobody works on it. Ids of the runs that are given out
 * while nobody works on them.
 */
export async function settleGivenOut(store: RunStore, address: string): Promise<string[]> {
  const { openMachines } = await import("@flow-state-dev/records");
  await using machines = await openMachines(address);
  const { postings, standings } = machines;
  for await (const id of runningIds(store)) {
    const { lostAttempts } = await store.recover(id);
    const isLeft = await standings.settle(id);
    if (isLeft || (lostAttempts > 0 && (await postings.find(id)) === null)) await settleIdle(store, id);
  }
  return await standings.waiting();
}
