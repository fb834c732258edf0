import { familiesOf, type Interval, mean, scoreInterval } from "@flow-state-dev/stats";
import type { TaskTally } from "../task-tally.ts";

/** What a subject scored over the tasks it has a score for. */
export interface SubjectScore {
  /** Mean over tasks, each of the same weight; null without tasks. */
  mean: number | null;
  /** 95 % interval for tasks like these; null when nothing can be told. */
  interval: Interval | null;
  tasks: number;
}

/**
 * The score of one subject from what it has on each task: of `readRunScores`, or of `tallyTasks`.
 *
 * @param families of tasks, by task, as of `taskFamilies`; without them every task is alone
 */
export function subjectScore(
  byTask: ReadonlyMap<string, Pick<TaskTally, "scored" | "score">>,
  families?: ReadonlyMap<string, string>,
): SubjectScore {
  const scored = [...byTask].filter(([, sums]) => sums.scored > 0);
  const means = scored.map(([, sums]) => sums.score / sums.scored);
  const average = mean(means);
  return {
    mean: average,
    interval: scoreInterval(means, {
      once: scored.every(([, sums]) => sums.scored === 1),
      families: families && familiesOf(scored.map(([task]) => families.get(task))),
    }),
    tasks: scored.length,
  };
}
