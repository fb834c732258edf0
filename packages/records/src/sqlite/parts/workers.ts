import type { WorkersPart } from "../../stored/store-parts.ts";
import { giveUp } from "../recovery.ts";
import type { StoreBase } from "../store-base.ts";

/** The processes that run cells, and what becomes of their cells when they are gone. */
export function workersOf({ access, tables, clean, missed, nowMs, nowIso }: StoreBase): WorkersPart {
  const { workers, runs } = tables;
  return {
    registerWorker: ({ id, host, pid }) =>
      access.writeChecked(() => {
        const worker = { id: clean.name(id), host: clean.name(host), pid };
        return () => workers.register(worker, nowMs());
      }),

    heartbeat: (workerId) => access.write(() => workers.heartbeat(clean.name(workerId), missed.look())),

    releaseWorker: (workerId) =>
      access.write(() => {
        const workerNo = workers.number(clean.name(workerId));
        workers.release(workerNo);
        giveUp(tables, { runNo: null, workerNo }, () => true, nowIso());
      }),

    recover: (runId) =>
      access.write(() => {
        const now = missed.look();
        const scope = { runNo: runs.number(runId), workerNo: null };
        return giveUp(tables, scope, (workerNo) => workers.isDead(workerNo, now, missed), nowIso());
      }),

    hasLivingWorker: (runId) =>
      access.read(() => {
        const runNo = runId === undefined ? null : runs.number(runId);
        return workers.hasLiving(runNo, missed.look(), missed);
      }),
  };
}
