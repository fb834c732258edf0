import { type SequencerDefinition, sequencer, type UsesSlot } from "@flow-state-dev/core";
import { attempted } from "../shared/attempted.ts";
import { type Assignment, type Board, isOpen, type TaskResult, withResults } from "../shared/board.ts";
import { enrich } from "../shared/enrich.ts";
import { type Goal, goalSchema } from "../shared/goal.ts";
import { planner } from "../shared/planner.ts";
import { synthesizer } from "../shared/synthesizer.ts";
import { taskWorker } from "../shared/task-worker.ts";

/** What plan and execute is made of. */
export interface PlanAndExecuteOptions {
  /** Also the start of the names of its blocks; `plan-and-execute` when absent. */
  name?: string;
  model: string;
  /** Capabilities of everybody in the pattern. */
  uses?: UsesSlot | undefined;
  /** 5 when absent. */
  maxTasks?: number;
}

/**
 * A planner lays out steps, which are done one after the other, each with the results of all before it; then one
 * answer is made of them. A step that fails is left out.
 */
export function planAndExecute(options: PlanAndExecuteOptions): SequencerDefinition<Goal, string> {
  const { name = "plan-and-execute", model, uses, maxTasks = 5 } = options;
  const cast = { name, model, uses };
  const order =
    "Tasks are done one after the other, each with the results of those before it: put them in order, and name in deps those whose results a task needs.";
  const step = enrich({
    name: `${name}-step`,
    block: attempted(taskWorker(cast)),
    ask: nextAssignment,
    add: (board: Board, tried) => {
      const { task } = nextAssignment(board);
      const result: TaskResult = tried.ok
        ? { state: "done", task, output: tried.output }
        : { state: "failed", task, error: tried.error };
      return withResults(board, [result]);
    },
  });
  return sequencer({ name, inputSchema: goalSchema })
    .step(planner(cast, { maxTasks, order }))
    .doWhile(isOpen, step, { maxIterations: maxTasks })
    .step(synthesizer(cast));
}

/** The first task not done, with all results there are; only while the board is open. */
function nextAssignment({ goal, tasks, results }: Board): Assignment {
  return { goal, task: tasks[results.length]!, results };
}
