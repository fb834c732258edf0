import { createHash } from "node:crypto";
import type { CellId } from "@flow-state-dev/records";

/**
 * The job of a cell in the queue of its run: the same cell has always the same one, so that it is there at most once.
 */
export function jobIdOf({ subject, task, run }: CellId): string {
  const key = JSON.stringify([subject, task, run]);
  return `c${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;
}

/** Name of the queue of a run. Cells that need the same of a worker share a lane. */
export function queueName(runId: string, lane: string): string {
  return lane === "" ? `x-${runId}` : `x-${runId}-${lane}`;
}
