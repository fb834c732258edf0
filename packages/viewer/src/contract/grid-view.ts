/** Every cell of a run in two letters, so that 100,000 of them are sent and drawn in a moment. */
export interface GridView {
  run: string;
  /** In the order of rows. */
  subjects: string[];
  /** In the order of the benchmark. */
  tasks: { id: string; category: string | null }[];
  /** How many families the tasks are of; absent when none has a sibling. */
  families?: number;
  /** Of the task that repeats most often. */
  repetitions: number;
  /**
   * One outcome letter a cell: subject by subject, task by task, run by run. See `outcomeCodes`, and `noCell` where
   * there is none.
   */
  codes: string;
  /** One score letter a cell, in the same order. See `scoreCode`. */
  scores: string;
  /**
   * US dollars and milliseconds of each subject on each task, a mean over its runs; null when there are too many. Times
   * are those of runs that came to their end or their time limit while the machine was not starved.
   */
  perTask: { costUsd: (number | null)[]; ms: (number | null)[] } | null;
}
