import {
  type BlockDefinition,
  type SequencerDefinition,
  sequencer,
  type UsesSlot,
} from "@flow-state-dev/core";
import { attempted } from "../shared/attempted.ts";
import { type Assignment, readyAssignments, type TaskResult, withResults } from "../shared/board.ts";
import type { Cast } from "../shared/cast.ts";
import { enrich } from "../shared/enrich.ts";
import { type Goal, goalSchema } from "../shared/goal.ts";
import { planner } from "../shared/planner.ts";
import { synthesizer } from "../shared/synthesizer.ts";
import { taskWorker } from "../shared/task-worker.ts";

/** What parallel tasks are made of. */
export interface ParallelTasksOptions {
  /** Also the start of the names of its blocks; `parallel-tasks` when absent. */
  name?: string;
  model: string;
  /** Capabilities of everybody in the pattern. */
  uses?: UsesSlot | undefined;
  /** 5 when absent. */
  maxTasks?: number;
  /** Tasks at the same time; 3 when absent. */
  maxConcurrency?: number;
}

/**
 * A planner splits the goal into tasks that need nothing of each other, all are done at once, and one answer is made
 * of the results. A task that fails is left out.
 */
export function parallelTasks(options: ParallelTasksOptions): SequencerDefinition<Goal, string> {
  const { name = "parallel-tasks", model, uses, maxTasks = 5, maxConcurrency = 3 } = options;
  const cast = { name, model, uses };
  const order =
    "All tasks are done at the same time, so none may need the result of another: leave deps empty.";
  const tasks = enrich({
    name: `${name}-work`,
    block: sequencer({ name: `${name}-tasks` }).forEach(oneTask(cast), { maxConcurrency }),
    ask: readyAssignments,
    add: withResults,
  });
  return sequencer({ name, inputSchema: goalSchema })
    .step(planner(cast, { maxTasks, order }))
    .map((board) => ({ ...board, tasks: board.tasks.map((task) => ({ ...task, deps: [] })) }))
    .step(tasks)
    .step(synthesizer(cast));
}

function oneTask(cast: Cast): BlockDefinition<Assignment, TaskResult> {
  return enrich({
    name: `${cast.name}-task`,
    block: attempted(taskWorker(cast)),
    ask: (assignment: Assignment) => assignment,
    add: ({ task }, tried): TaskResult =>
      tried.ok
        ? { state: "done", task, output: tried.output }
        : { state: "failed", task, error: tried.error },
  });
}
