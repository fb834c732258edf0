import type { JsonObject } from "./json.ts";

/** What a run is made of, known before it starts. Stored with it; everything a reader needs to judge the numbers. */
export interface RunManifest {
  /** `compare` or `bench` for our own commands. */
  kind: string;
  /** Name of the benchmark or suite. */
  name: string;
  /** Subjects or agents, in the order of their definition; the baseline first among equals in the schedule. */
  subjects: readonly string[];
  /** Content hash of each task or case, by id. */
  tasks: Readonly<Record<string, string>>;
  /** Repetitions of each subject on each task. */
  runs: number;
  /** Executor and judge models by role, full ids. */
  models: Readonly<Record<string, string>>;
  /**
   * Everything else that makes two runs comparable or not, by name: prices, versions, judge options. What may change
   * between a run and its continuation does not belong here, such as a budget, the concurrency, or a timeout that the
   * user may raise: with other conditions the run is not found again.
   */
  conditions: JsonObject;
  /** For information only: git commit and dirt, machine, command line. Never compared. */
  circumstances: JsonObject;
  /** True when any model was simulated or scripted. */
  simulated: boolean;
}

/**
 * `running` while a process works on it or it is given out to workers, `interrupted` when neither holds and cells are
 * missing, `finished` when every planned cell has a result that stays.
 */
export type RunState = "running" | "interrupted" | "finished";

/** A run as it is kept. */
export interface Run {
  /** Its first four characters are enough where they are unique; safe in URLs and file names. Does not sort by time. */
  id: string;
  manifest: RunManifest;
  /** Hash of what must be the same for a run to be continued: kind, name, subjects, runs, models, conditions. */
  definition: string;
  state: RunState;
  /** Cells of the plan as it was last started; those of tasks removed since are not in it. */
  plannedCells: number;
  /** ISO times; `updatedAt` is that of the last change of the run itself, not of its cells. */
  createdAt: string;
  updatedAt: string;
  /** What a reader must know before trusting the numbers, in sentences. */
  warnings: readonly string[];
}
