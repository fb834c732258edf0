import type { BlockDefinition } from "@flow-state-dev/core";
import type { Assignment, TaskResult } from "./board.ts";
import type { Cast } from "./cast.ts";
import { sections } from "./sections.ts";
import { worker } from "./worker.ts";

/** An attempt at a task that was sent back. */
export interface EarlierAttempt {
  /** Null when it came to nothing. */
  output: string | null;
  feedback: string;
}

/** What a worker is told of a task. */
export interface TaskBrief extends Assignment {
  /** The latest attempt, when this is not the first. */
  earlier?: EarlierAttempt | undefined;
}

/** Does one task of a plan, with the prompt and the capabilities of the baseline. */
export function taskWorker(cast: Cast): BlockDefinition<TaskBrief, string> {
  return worker<TaskBrief>({ ...cast, name: `${cast.name}-worker`, user: briefText });
}

function briefText({ goal, task, results, earlier }: TaskBrief): string {
  const parts = sections({
    "overall-goal": goal,
    "your-task": task.goal,
    "task-context": task.context ?? undefined,
    "results-so-far": results.map(resultText),
    "earlier-attempt": earlier?.output ?? undefined,
    "review-feedback": earlier?.feedback,
  });
  const again = earlier ? " Your earlier attempt was sent back: mend what the feedback says." : "";
  return `${parts}\n\nDo your task; it is a part of the overall goal.${again}`;
}

/** A task and what came of it, for whoever goes on from there. */
export function resultText(result: TaskResult): string {
  const outcome = result.state === "failed" ? "(There is no result.)" : result.output;
  return `Task: ${result.task.goal}\n\nResult:\n${outcome}`;
}
