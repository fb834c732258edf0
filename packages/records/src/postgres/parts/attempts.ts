import type { AttemptResult } from "../../attempt.ts";
import { UnknownWorkerError } from "../../errors/record-errors.ts";
import type { ClaimResult } from "../../run-store.ts";
import type { AttemptsPart } from "../../stored/store-parts.ts";
import type { StoredArtifact } from "../artifact-content.ts";
import { claimOperation, endOperation, keepOperation, type Operation } from "../operation.ts";
import type { StoreBase } from "../store-base.ts";

/** Attempts at cells: begun, kept on the way, and ended. */
export function attemptsOf({ access, contents, clean }: StoreBase): AttemptsPart {
  return {
    claim: (runId, workerId, cell) =>
      access.addChecked(runId, () => {
        const operation = claimOperation(clean.name(workerId), clean.claim(cell));
        return [operation, (answer) => toClaim(answer, workerId)];
      }),

    keepProgress: (runId, cell, attempt, progress) =>
      access.checked(() => {
        const key = clean.cell(cell);
        const kept = clean.progress(progress);
        return withArtifacts(runId, progress, (artifacts) => keepOperation(key, attempt, kept, artifacts));
      }),

    endAttempt: (runId, cell, attempt, result) =>
      access.checked(() => {
        const key = clean.cell(cell);
        const ended = clean.result(result, "");
        return withArtifacts(runId, result, (artifacts) => endOperation(key, attempt, ended, artifacts));
      }),
  };

  /** Large artifacts are in the database before it is written. */
  function withArtifacts(
    runId: string,
    { artifacts }: Pick<AttemptResult, "artifacts">,
    operation: (artifacts: readonly StoredArtifact[]) => Operation,
  ): Promise<boolean> {
    const write = (stored: readonly StoredArtifact[]) =>
      access.enqueue(runId, [operation(stored), (answer) => answer === true]);
    const ready = clean.artifacts(artifacts);
    const inline = Array.isArray(ready) ? contents.inline(ready) : null;
    if (inline !== null) return write(inline);
    const store = async () => {
      const large = await ready;
      return write(await access.writeBeside(() => contents.store(large)));
    };
    return access.whenPrepared(store());
  }
}

function toClaim(answer: unknown, workerId: string): ClaimResult {
  if (answer === "unknown-worker") throw new UnknownWorkerError(workerId);
  if (answer === "taken" || answer === "done") return { state: answer };
  return { state: "claimed", attempt: answer as number };
}
