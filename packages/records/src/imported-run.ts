import type { Artifact, AttemptRecord } from "./attempt.ts";
import type { CallRecord } from "./call.ts";
import type { CellId } from "./cell.ts";
import type { Run } from "./run.ts";
import type { RunStore } from "./run-store.ts";

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

/** A run that is being taken over. Nobody sees it before `commit`. */
export interface StagedRun {
  /** Resolves when it is safe to add more; each cell once. */
  add(cell: ImportedCell): Promise<void>;
  /** Makes the run visible, all of it at once. An error when its id has been taken since. */
  commit(): Promise<Run>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
}

/** A store that can take over a run as it is, with its times, workers and attempts. */
export interface ImportingStore extends RunStore {
  /** `id` is that of the run it becomes; null takes a new one. An error when it is taken. */
  stageRun(run: Run, id: string | null): Promise<StagedRun>;
}
