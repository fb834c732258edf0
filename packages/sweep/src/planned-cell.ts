import type { CellId } from "@flow-state-dev/records";

/** A cell that is to be run: one subject (or agent) on one task (or case), one repetition. */
export interface PlannedCell extends CellId {
  /** Content hash of the task; a result for another content does not count. */
  taskHash: string;
  /** Whether its subject is the one the others are compared with. */
  baseline?: boolean;
  /** Whose limits it is under while it runs; several when subject and judge have different providers. */
  provider?: string | readonly string[];
  /** The most one attempt at it may spend, in US dollars. */
  limitUsd?: number;
  /** How long one attempt may work; what it waits for limits and retries does not count. */
  timeoutMs?: number;
}

/** How a cell is called in messages and in the books: `planner on task-3, run 1`. */
export function cellName({ subject, task, run }: CellId): string {
  return `${subject} on ${task}, run ${run + 1}`;
}
