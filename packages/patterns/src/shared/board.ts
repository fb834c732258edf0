import type { PlannedTask } from "./plan.ts";

/** How a task ended. */
export type TaskResult =
  | { state: "done"; task: PlannedTask; output: string }
  /** Done, but whoever reviewed it did not approve. */
  | { state: "unapproved"; task: PlannedTask; output: string }
  | { state: "failed"; task: PlannedTask; error: Error };

/** A goal, the tasks it was split into and what has come of them. */
export interface Board {
  goal: string;
  /** In an order in which they can be done. */
  tasks: readonly PlannedTask[];
  /** One for each task that has ended. */
  results: readonly TaskResult[];
}

/** One task with all that whoever does it is told. */
export interface Assignment {
  goal: string;
  task: PlannedTask;
  /** Of tasks before it, as far as it may see them. */
  results: readonly TaskResult[];
}

/** Is there anything left to do? */
export function isOpen(board: Board): boolean {
  return board.results.length < board.tasks.length;
}

/** Tasks not done yet whose needs have all ended, each with the results it needs. */
export function readyAssignments({ goal, tasks, results }: Board): Assignment[] {
  const ended = new Map(results.map((result) => [result.task.id, result]));
  return tasks
    .filter((task) => !ended.has(task.id) && task.deps.every((id) => ended.has(id)))
    .map((task) => ({ goal, task, results: task.deps.map((id) => ended.get(id)!) }));
}

/** The board with more results, in the order of its tasks. */
export function withResults(board: Board, more: readonly TaskResult[]): Board {
  const all = [...board.results, ...more];
  const results = board.tasks.flatMap((task) => all.find((result) => result.task.id === task.id) ?? []);
  return { ...board, results };
}
