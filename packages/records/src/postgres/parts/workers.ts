import { UnknownWorkerError } from "../../errors/record-errors.ts";
import { fromNanoUsd } from "../../nano-usd.ts";
import type { WorkersPart } from "../../stored/store-parts.ts";
import { encoded } from "../operation.ts";
import type { StoreBase } from "../store-base.ts";

/** The processes that run cells, and what becomes of their cells when they are gone. */
export function workersOf({
  access,
  writer,
  runs,
  workers,
  clean,
  silenceMs,
  nowMs,
}: StoreBase): WorkersPart {
  return {
    registerWorker: ({ id, host, pid }) =>
      access.writeChecked(() => {
        const worker = { id: clean.name(id), host: clean.name(host), pid };
        return () => workers.register(worker, nowMs());
      }),

    heartbeat: (workerId) =>
      access.writeChecked(() => {
        const id = clean.name(workerId);
        return () => workers.heartbeat(id, nowMs());
      }),

    releaseWorker: (workerId) =>
      access.writeChecked(() => {
        const args = encoded({ worker: clean.name(workerId) });
        return async () => {
          const answer = await writer.call("release", args);
          if (answer === "unknown-worker") throw new UnknownWorkerError(workerId);
        };
      }),

    recover: (runId) =>
      access.write(async () => {
        const gone = await workers.gone(await runs.number(runId));
        const args = { run: runId, silence: silenceMs, gone: gone.map((worker) => ({ ...worker })) };
        const answer = await writer.call("recover", args);
        if (answer === "unknown-run") throw await runs.unknown(runId);
        const [lostAttempts, lostCalls, nano] = answer as [number, number, number];
        return { lostAttempts, lostCalls, carriedUsd: fromNanoUsd(nano) };
      }),

    hasLivingWorker: (runId) =>
      access.read(async () => {
        const runNo = runId === undefined ? null : await runs.number(runId);
        return workers.hasLiving(runNo, silenceMs, nowMs());
      }),
  };
}
