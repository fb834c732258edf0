import { type CellId, keyOfCell } from "@flow-state-dev/records";
import { PlanError } from "./plan-error.ts";
import { cellName, checkFacts, checkHash, checkName, type PlannedCell } from "./planned-cell.ts";

/**
 * All cells of a sweep, in the order in which they are to start. Cells may be made when they are asked for, so that a
 * plan of any size takes no memory; the same position always gives the same cell.
 */
export interface CellPlan {
  readonly count: number;
  readonly subjects: readonly string[];
  readonly tasks: readonly string[];
  /** Repetitions: one more than the highest `run` of a cell. */
  readonly runs: number;
  at(position: number): PlannedCell;
  /** −1 when the cell is not part of the plan. */
  positionOf(cell: CellId): number;
  /** Content hash of a task; undefined when the task is not part of the plan. */
  taskHash(task: string): string | undefined;
}

/**
 * A plan of cells that were written down one by one, as they are now: it keeps a copy of each, which nobody can change.
 * `planCells` gives a plan that keeps none. Throws `PlanError`.
 */
export function planOf(cells: CellPlan | Iterable<PlannedCell>): CellPlan {
  if (!(Symbol.iterator in cells)) return cells;
  const list = Array.from(cells, copyOf);
  const subjects = new Set<string>();
  const hashes = new Map<string, string>();
  const positions = new Map<string, number>();
  let runs = 0;
  list.forEach((cell, position) => {
    const key = keyOfCell(cell);
    if (positions.has(key)) throw new PlanError(`${cellName(cell)} is planned twice`);
    const hash = hashes.get(cell.task);
    if (hash !== undefined && hash !== cell.taskHash) {
      throw new PlanError(`The task ${cell.task} is planned with two contents`);
    }
    positions.set(key, position);
    subjects.add(cell.subject);
    runs = Math.max(runs, cell.run + 1);
    hashes.set(cell.task, cell.taskHash);
  });
  return {
    count: list.length,
    subjects: [...subjects],
    tasks: [...hashes.keys()],
    runs,
    at: (position) => list[position]!,
    positionOf: (cell) => positions.get(keyOfCell(cell)) ?? -1,
    taskHash: (task) => hashes.get(task),
  };
}

function copyOf(cell: PlannedCell): PlannedCell {
  if (typeof cell !== "object" || cell === null) throw new PlanError(`${String(cell)} is no cell`);
  const { subject, task, run, taskHash, baseline, provider, limitUsd, timeoutMs } = cell;
  checkName(subject, "a subject");
  checkName(task, "a task");
  if (!Number.isSafeInteger(run) || run < 0) {
    throw new PlanError(
      `The run of ${subject} on ${task} is ${String(run)}, and it has to be a whole number from 0`,
    );
  }
  checkHash(taskHash, task);
  checkFacts(cell, cellName(cell));
  const copy: PlannedCell = { subject, task, run, taskHash };
  if (baseline !== undefined) copy.baseline = baseline;
  if (provider !== undefined) {
    copy.provider = typeof provider === "string" ? provider : Object.freeze([...provider]);
  }
  if (limitUsd !== undefined) copy.limitUsd = limitUsd;
  if (timeoutMs !== undefined) copy.timeoutMs = timeoutMs;
  return Object.freeze(copy);
}
