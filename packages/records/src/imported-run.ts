import type { Artifact, AttemptRecord } from "./attempt.ts";
import type { CallRecord } from "./call.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { CellId } from "./cell.ts";
import type { Run } from "./run.ts";
import type { RunStore, RunTotals } from "./run-store.ts";

/** An attempt as it comes from elsewhere, with everything that belongs to it. Its sums are taken from its calls. */
export interface ImportedAttempt {
  attempt: AttemptRecord;
  calls: readonly CallRecord[];
  artifacts: readonly Artifact[];
}

/** A cell as it comes from elsewhere: its attempts from 1 on, at least one, of which only the last may be running. */
export interface ImportedCell extends CellId {
  attempts: readonly ImportedAttempt[];
}

/** A run as it stood when it was read: by these two any later write to it is noticed. */
export interface SeenRun {
  run: Run;
  totals: RunTotals;
}

/** Was nothing written to the run since it was seen? */
export function isAsSeen(seen: SeenRun, now: SeenRun): boolean {
  return canonicalJson([seen.run, seen.totals]) === canonicalJson([now.run, now.totals]);
}

/** A run that is being taken over. Nobody sees it before `commit`. */
export interface StagedRun {
  /** Resolves when it is safe to add more; each cell once. */
  add(cell: ImportedCell): Promise<void>;
  /** Makes the run visible, all of it at once. An error when its id has been taken since. */
  commit(): Promise<Run>;
  /**
   * Puts it in the place of a run that is there, all of it at once: that one keeps its id and the time it was made.
   * Null, and nothing is changed, when something was written to it since it was seen.
   */
  replace(seen: SeenRun): Promise<Run | null>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
}

/** A store that can take over a run as it is, with its times, workers and attempts. */
export interface ImportingStore extends RunStore {
  /** `id` is that of the run it becomes; null takes a new one. An error when it is taken. */
  stageRun(run: Run, id: string | null): Promise<StagedRun>;
  /** A run and a cell as they would be kept: without secrets. An error when they would be refused. */
  asKept: { run(run: Run): Run; cell(cell: ImportedCell): ImportedCell };
}
