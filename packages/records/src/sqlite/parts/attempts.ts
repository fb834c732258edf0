import type { AttemptResult } from "../../attempt.ts";
import type { AttemptsPart } from "../../stored/store-parts.ts";
import { type ArtifactToWrite, contentBytes } from "../../stored/to-write.ts";
import { endAttempt, keepProgress } from "../cell-writes.ts";
import type { StoreBase } from "../store-base.ts";

/** Attempts at cells: begun, kept on the way, and ended. */
export function attemptsOf({ access, tables, clean, nowIso }: StoreBase): AttemptsPart {
  const { runs, workers, cells } = tables;
  return {
    claim: (runId, workerId, cell) =>
      access.writeChecked(() => {
        const claim = clean.claim(cell);
        return () =>
          cells.claim(runs.number(runId), workers.activeNumber(clean.name(workerId)), claim, nowIso());
      }),

    keepProgress: (runId, cell, attempt, progress) =>
      access.checked(() => {
        const key = clean.cell(cell);
        const kept = clean.progress(progress);
        return withArtifacts(progress, (artifacts) =>
          keepProgress(tables, runs.number(runId), { cell: key, attempt, progress: kept, artifacts }),
        );
      }),

    endAttempt: (runId, cell, attempt, result) =>
      access.checked(() => {
        const key = clean.cell(cell);
        const ended = clean.result(result, nowIso());
        return withArtifacts(result, (artifacts) =>
          endAttempt(tables, runs.number(runId), { cell: key, attempt, ended, artifacts }),
        );
      }),
  };

  function withArtifacts(
    { artifacts }: Pick<AttemptResult, "artifacts">,
    run: (artifacts: readonly ArtifactToWrite[]) => boolean,
  ): Promise<boolean> {
    const write = (ready: readonly ArtifactToWrite[]) =>
      access.enqueue(() => run(ready), contentBytes(ready));
    const ready = clean.artifacts(artifacts);
    return Array.isArray(ready) ? write(ready) : access.whenPrepared(ready.then(write));
  }
}
