import { type BlockDefinition, generator } from "@flow-state-dev/core";
import { askedOnce } from "./asked-once.ts";
import { attempted } from "./attempted.ts";
import type { Board } from "./board.ts";
import type { Cast } from "./cast.ts";
import { checkCount } from "./check-count.ts";
import { enrich } from "./enrich.ts";
import type { Goal } from "./goal.ts";
import { mendPlan, planSchema } from "./plan.ts";
import { sections } from "./sections.ts";
import { settlePlan } from "./settle-plan.ts";

/** What a planner is made of. */
export interface PlannerOptions {
  /** The most tasks a plan may have; more are cut off. */
  maxTasks: number;
  /** How tasks may hang together. */
  order: string;
}

/**
 * Splits a goal into tasks. What can be used of a plan is; where there is nothing to use the goal is the one task, so
 * that a bad plan costs what a good one would have brought and not the run.
 */
export function planner(
  { name, model, uses }: Cast,
  { maxTasks, order }: PlannerOptions,
): BlockDefinition<Goal, Board> {
  checkCount(name, "maxTasks", maxTasks);
  const block = generator({
    name: `${name}-planner`,
    model,
    ...(uses && { uses }),
    outputSchema: planSchema(maxTasks),
    prompt: [
      "You split a request into tasks for others to do.",
      `Give 1 to ${maxTasks} tasks that together are all the work there is; a request that is one piece of work is one task.`,
      "Say every task so that it can be done without seeing the others. Do not do the work yourself, and give no task for putting the results together: that is done afterwards.",
      order,
    ],
    user: ({ goal }: Goal) => `${sections({ "overall-goal": goal })}\n\nSplit this request into tasks.`,
    repair: askedOnce,
    repairOutput: (candidate) => mendPlan(candidate, maxTasks),
  });
  return enrich({
    name: `${name}-plan`,
    block: attempted(block),
    ask: ({ goal }: Goal) => ({ goal }),
    add: ({ goal }, said) => {
      const plan = said.ok ? said.output : { tasks: [] };
      return { goal, tasks: settlePlan(plan, goal, maxTasks), results: [] };
    },
  });
}
