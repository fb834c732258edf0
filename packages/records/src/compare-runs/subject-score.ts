import { type Interval, mean } from "@flow-state-dev/stats";
import type { TaskTally } from "../task-tally.ts";
import { sideInterval } from "./side-interval.ts";

/** What a subject scored over the tasks it has a score for. */
export interface SubjectScore {
  /** Mean over tasks, each of the same weight; null without tasks. */
  mean: number | null;
  /** 95 % interval for tasks like these; null when nothing can be told. */
  interval: Interval | null;
  tasks: number;
}

/** The score of one subject from what it has on each task: of `readRunScores`, or of `tallyTasks`. */
export function subjectScore(byTask: ReadonlyMap<string, Pick<TaskTally, "scored" | "score">>): SubjectScore {
  const scored = [...byTask.values()].filter((sums) => sums.scored > 0);
  const means = scored.map((sums) => sums.score / sums.scored);
  const average = mean(means);
  return {
    mean: average,
    interval: sideInterval(
      means,
      scored.map((sums) => sums.scored),
    ),
    tasks: scored.length,
  };
}
