import { type BlockDefinition, sequencer } from "@flow-state-dev/core";
import { type Attempted, attempted } from "../shared/attempted.ts";
import type { Assignment, TaskResult } from "../shared/board.ts";
import type { Cast } from "../shared/cast.ts";
import { enrich } from "../shared/enrich.ts";
import { type EarlierAttempt, taskWorker } from "../shared/task-worker.ts";
import { type Review, reviewer } from "./reviewer.ts";

/** One attempt at a task: what it gave, and what was said of it. */
interface Attempt {
  work: Attempted<string>;
  /** Null while nothing has been said, and for good when the reviewer itself failed. */
  review: Review | null;
}

/** A task and all attempts at it so far. */
interface Case extends Assignment {
  attempts: readonly Attempt[];
}

/**
 * Does one task until a reviewer approves or the attempts are used up; every attempt sees the one before it and what
 * was said of it. Work that was never approved is given out all the same, marked as such.
 */
export function reviewedTask(
  cast: Cast,
  maxAttemptsPerTask: number,
): BlockDefinition<Assignment, TaskResult> {
  const { name } = cast;
  const work = enrich({
    name: `${name}-work`,
    block: attempted(taskWorker(cast)),
    ask: ({ goal, task, results, attempts }: Case) => ({ goal, task, results, earlier: earlierOf(attempts) }),
    add: (each, done): Case => ({ ...each, attempts: [...each.attempts, { work: done, review: null }] }),
  });
  const review = enrich({
    name: `${name}-review`,
    block: attempted(reviewer(cast)),
    ask: ({ goal, task, results, attempts }: Case) => ({
      goal,
      task,
      results,
      output: latestOutput(attempts),
    }),
    add: (each, said): Case => {
      const attempts = each.attempts.with(-1, {
        ...each.attempts.at(-1)!,
        review: said.ok ? said.output : null,
      });
      return { ...each, attempts };
    },
  });
  const once = sequencer({ name: `${name}-attempt` })
    .step(work)
    .stepIf(({ attempts }) => attempts.at(-1)!.work.ok, review);
  return sequencer({ name: `${name}-task` })
    .map((assignment: Assignment): Case => ({ ...assignment, attempts: [] }))
    .doUntil((each) => isSettled(each, maxAttemptsPerTask), once, { maxIterations: maxAttemptsPerTask })
    .map(resultOf) as BlockDefinition<Assignment, TaskResult>;
}

function isSettled({ attempts }: Case, maxAttempts: number): boolean {
  const { work, review } = attempts.at(-1)!;
  // Work that nobody could review is not done again: there is nothing to mend it by.
  const sentBack = !work.ok || (review !== null && review.decision !== "approve");
  return !sentBack || attempts.length >= maxAttempts;
}

/** The latest attempt that gave something counts, whatever came after it. */
function latestGiven(attempts: readonly Attempt[]) {
  return attempts.flatMap(({ work, review }) => (work.ok ? [{ output: work.output, review }] : [])).at(-1);
}

function latestOutput(attempts: readonly Attempt[]): string {
  return latestGiven(attempts)?.output ?? "";
}

function earlierOf(attempts: readonly Attempt[]): EarlierAttempt | undefined {
  if (attempts.length === 0) return undefined;
  const given = latestGiven(attempts);
  if (!given) return { output: null, feedback: "The attempt came to nothing. Do the task in another way." };
  return {
    output: given.output,
    feedback: given.review?.feedback || "It was not approved; no reason was given.",
  };
}

function resultOf({ task, attempts }: Case): TaskResult {
  const given = latestGiven(attempts);
  if (given) {
    const state = given.review?.decision === "approve" ? "done" : "unapproved";
    return { state, task, output: given.output };
  }
  const errors = attempts.flatMap(({ work }) => (work.ok ? [] : [work.error]));
  return { state: "failed", task, error: errors.at(-1)! };
}
