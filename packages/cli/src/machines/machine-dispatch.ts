import type { JsonObject, Machines } from "@flow-state-dev/records";
import { type CellDispatch, CellQueue, sumHeldUp } from "@flow-state-dev/sweep";
import { laneOf } from "./needs.ts";
import type { RunSpec } from "./run-spec.ts";
import { unattendedReason } from "./unattended-reason.ts";

/** What giving a run out to workers needs. */
export interface DispatchParts {
  machines: Machines;
  /** Where the queue lies. */
  queueUrl: string;
  spec: Omit<RunSpec, "budgetUsd" | "lanes" | "format" | "queue">;
  /** By subject or agent. */
  needsOf(subject: string): readonly string[];
  /** All subjects or agents of the run. */
  subjects: readonly string[];
}

/** How often it tells that it is there while it gives cells out. */
const heardEveryMs = 5_000;

/** Gives runs out: their cells into the queue, what they are made of into the database. */
export async function machineDispatch(parts: DispatchParts): Promise<CellDispatch & AsyncDisposable> {
  const { machines, queueUrl, needsOf, subjects } = parts;
  const queue = await CellQueue.open(queueUrl);
  const lanes = Object.fromEntries(subjects.map((subject) => [laneOf(needsOf(subject)), needsOf(subject)]));
  const lane = ({ subject }: { subject: string }) => laneOf(needsOf(subject));
  return {
    async post({ runId, budgetUsd }, cells) {
      const kind = queueUrl.startsWith("redis") ? "redis" : "postgres";
      const spec: RunSpec = { format: 1, ...parts.spec, budgetUsd, lanes, queue: kind };
      const json = spec as unknown as JsonObject;
      // Workers may begin before the last cell is there.
      await machines.postings.post(runId, json, "filling");
      const hear = () => machines.postings.hear(runId).catch(() => {});
      const hearing = setInterval(hear, heardEveryMs);
      try {
        await queue.add(runId, cells, lane);
      } finally {
        clearInterval(hearing);
      }
      await machines.postings.post(runId, json, "open");
    },
    pending: (runId, cells) => queue.pending(runId, cells, lane),
    ended: async (runId) => (await machines.postings.find(runId))?.reason ?? null,
    heldUp: async (runId) => sumHeldUp(await machines.machines.heldUp(runId)),
    refusal: async (runId) => (await machines.postings.find(runId))?.refusal ?? null,
    async isGivenOut(runId) {
      const posting = await machines.postings.find(runId);
      return posting !== null && posting.state !== "closed";
    },
    unattended: async (runId) =>
      unattendedReason(runId, {
        machines: await machines.machines.all(),
        needs: Object.values(lanes),
        isOnRedis: queueUrl.startsWith("redis"),
      }),
    async withdraw(runId, isFinished) {
      await machines.postings.close(runId, null);
      if (!isFinished) return;
      await machines.responses.forget(runId);
      await queue.remove(runId, Object.keys(lanes));
    },
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  };
}
