import { type BlockDefinition, sequencer } from "@flow-state-dev/core";
import type { Board } from "./board.ts";
import type { Cast } from "./cast.ts";
import { NoTaskDoneError } from "./no-task-done-error.ts";
import { sections } from "./sections.ts";
import { resultText } from "./task-worker.ts";
import { worker } from "./worker.ts";

/** How a model is asked for the answer that a reader gets. */
export const answerRequest =
  "Write the complete answer to the overall goal from what is above. Where it contradicts itself, decide what is right. The reader knows only the goal: give the answer alone, and do not speak of tasks, results or other authors.";

/**
 * Makes one answer of the goal and everything that came of its tasks. A board on which every task failed is a
 * `NoTaskDoneError`: an answer from the goal alone would pass off the pattern as something it is not.
 */
export function synthesizer(cast: Cast): BlockDefinition<Board, string> {
  const { name } = cast;
  const block = worker<Board>({ ...cast, name: `${name}-synthesizer`, user: boardText });
  return sequencer({ name: `${name}-answer` })
    .throwIf(
      ({ results }: Board) => results.every((result) => result.state === "failed"),
      ({ results }: Board) => new NoTaskDoneError(name, errorsOf(results)),
    )
    .step(block) as BlockDefinition<Board, string>;
}

function boardText({ goal, results }: Board): string {
  const of = (state: string) => results.filter((result) => result.state === state);
  const parts = sections({
    "overall-goal": goal,
    outputs: of("done").map(resultText),
    "not-approved": of("unapproved").map(resultText),
    "not-done": of("failed").map(({ task }) => task.goal),
  });
  const doubts = of("unapproved").length > 0 ? " What is not approved may be wrong." : "";
  return `${parts}\n\n${answerRequest}${doubts}`;
}

function errorsOf(results: Board["results"]): Error[] {
  return results.flatMap((result) => (result.state === "failed" ? [result.error] : []));
}
