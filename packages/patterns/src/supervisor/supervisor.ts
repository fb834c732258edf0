import { type SequencerDefinition, sequencer, type UsesSlot } from "@flow-state-dev/core";
import { isOpen, readyAssignments, withResults } from "../shared/board.ts";
import { checkCount } from "../shared/check-count.ts";
import { enrich } from "../shared/enrich.ts";
import { type Goal, goalSchema } from "../shared/goal.ts";
import { planner } from "../shared/planner.ts";
import { synthesizer } from "../shared/synthesizer.ts";
import { reviewedTask } from "./reviewed-task.ts";

/** What a supervisor is made of. */
export interface SupervisorOptions {
  /** Also the start of the names of its blocks; `supervisor` when absent. */
  name?: string;
  model: string;
  /** Capabilities of everybody in the pattern. */
  uses?: UsesSlot | undefined;
  /** 5 when absent. */
  maxTasks?: number;
  /** 3 when absent. */
  maxAttemptsPerTask?: number;
  /** Tasks at the same time; 3 when absent. */
  maxConcurrency?: number;
}

/**
 * A planner splits the goal into tasks that may build on each other, every result is reviewed and sent back until it
 * holds, and one answer is made of the results. A task that fails is left out, and those that build on it are told.
 */
export function supervisor(options: SupervisorOptions): SequencerDefinition<Goal, string> {
  const {
    name = "supervisor",
    model,
    uses,
    maxTasks = 5,
    maxAttemptsPerTask = 3,
    maxConcurrency = 3,
  } = options;
  const cast = { name, model, uses };
  checkCount(name, "maxAttemptsPerTask", maxAttemptsPerTask);
  const order =
    "Tasks that need nothing of each other are done at the same time; name in deps only those whose results a task needs.";
  const task = reviewedTask(cast, maxAttemptsPerTask);
  const wave = enrich({
    name: `${name}-wave`,
    block: sequencer({ name: `${name}-tasks` }).forEach(task, { maxConcurrency }),
    ask: readyAssignments,
    add: withResults,
  });
  return sequencer({ name, inputSchema: goalSchema })
    .step(planner(cast, { maxTasks, order }))
    .doWhile(isOpen, wave, { maxIterations: maxTasks })
    .step(synthesizer(cast));
}
