import type { JsonObject, Machines } from "@flow-state-dev/records";
import { type CellDispatch, CellQueue } from "@flow-state-dev/sweep";
import { laneOf } from "./needs.ts";
import type { RunSpec } from "./run-spec.ts";

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
      await queue.add(runId, cells, lane);
      await machines.postings.post(runId, json, "open");
    },
    pending: (runId, cells) => queue.pending(runId, cells, lane),
    ended: async (runId) => (await machines.postings.find(runId))?.reason ?? null,
    withdraw: (runId) => machines.postings.close(runId, null),
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  };
}
