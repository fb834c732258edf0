/** What is known of a run before any of its cells is read. */
export interface RunHead {
  id: string;
  /** Enough of the id to name the run. */
  short: string;
  /** `compare` and `bench` are our own; others are shown as they are. */
  kind: string;
  name: string;
  /** Subjects or agents. */
  subjects: string[];
  tasks: number;
  /** Repetitions of each subject on each task. */
  repetitions: number;
  /** Who answered and who judged, in words. */
  models: string;
  /** `incomplete`: everything was tried, and something has no score, as when a judge gave nothing usable. */
  state: "running" | "interrupted" | "incomplete" | "finished";
  /** It is given out to workers, and none works on it; its state is `running` then. */
  waiting: boolean;
  /** The models only played ones: nothing here says anything about real ones. */
  simulated: boolean;
  /** When it was taken in from a file of somebody, as an ISO time; null for a run that was made here. */
  importedAt: string | null;
  /** ISO times. */
  createdAt: string;
  updatedAt: string;
  /** Git commit, and whether there were changes beside it; null when not known. */
  commit: string | null;
  dirty: boolean;
  /** Cells of the plan, and those with a result that stays. */
  planned: number;
  scored: number;
  running: number;
  /** US dollars, as far as they are known; null when none is. `unknownCalls` are not in it. */
  costUsd: number | null;
  unknownCalls: number;
  /** Of it the part that is a worst case: calls that were under way when a process died. */
  carriedUsd: number;
  /** There may be more to it: calls broke off before anything of their answers came. */
  atLeast: boolean;
}
