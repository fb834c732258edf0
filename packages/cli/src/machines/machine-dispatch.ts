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
  /** The last in which the run was given out as it is here. */
  let revision: number | null = null;

  /**
   * Once the run was given out, what was said last of it holds, whoever said it, such as another budget. Whether cells
   * go into its queue as they are here; null when it was taken from the workers, or its money is spent.
   */
  async function giveOut(runId: string, spec: RunSpec, state: "filling" | "open"): Promise<boolean | null> {
    if (revision === null) {
      revision = await machines.postings.post(runId, spec as unknown as JsonObject, state);
      return true;
    }
    const now = await machines.postings.postAgain(runId, state);
    if (now === null) return null;
    if (JSON.stringify(now.spec) === JSON.stringify(spec)) revision = now.revision;
    const queues = ({ lanes: named, queue: kind }: Partial<RunSpec>) => JSON.stringify([named, kind]);
    return queues(now.spec) === queues(spec);
  }

  return {
    async post({ runId, budgetUsd }, cells) {
      const kind = queueUrl.startsWith("redis") ? "redis" : "postgres";
      const spec: RunSpec = { format: 1, ...parts.spec, budgetUsd, lanes, queue: kind };
      // Workers may begin before the last cell is there.
      const isOwn = await giveOut(runId, spec, "filling");
      if (isOwn === null) return;
      const hear = () => machines.postings.hear(runId).catch(() => {});
      const hearing = setInterval(hear, heardEveryMs);
      try {
        if (isOwn) await queue.add(runId, cells, lane);
      } finally {
        clearInterval(hearing);
      }
      await giveOut(runId, spec, "open");
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
      // One that has all its results has nothing for workers, whoever gave it out last.
      await machines.postings.close(runId, null, isFinished ? null : revision);
      if (!isFinished) return;
      await machines.responses.forget(runId);
      await queue.remove(runId, Object.keys(lanes));
    },
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  };
}
