import { FlowError } from "@flow-state-dev/core";
import { openStore, type Run, type RunManifest, shortRunId } from "@flow-state-dev/records";
import { continuedRun } from "@flow-state-dev/sweep";
import { visibleLine } from "../text/visible-text.ts";
import { keepsRuns, recordsAround } from "./records-folder.ts";

/** The run that is to be gone on with is kept in a folder around the one that the command was called in. */
class ResumableElsewhereError extends FlowError {
  override readonly name = "ResumableElsewhereError";

  constructor({ id, state, manifest: { name } }: Run, folder: string) {
    const which = `run ${shortRunId(id)} of ${visibleLine(name)}`;
    const kept = state === "finished" ? `${which}, which is finished` : `the unfinished ${which}`;
    super(
      `--resume finds nothing to go on with in this folder, but ${visibleLine(folder)} keeps ${kept}. Call it there, or leave out --resume to begin a new run here. Nothing was run.`,
      { code: "resumable-elsewhere", details: { folder, runId: id } },
    );
  }
}

/**
 * Throws where `--resume` would begin a run in a folder, while the records around it, which `x runs` shows there, have
 * the one that was meant: what is done in it would be paid for once more. Makes no records.
 */
export async function checkResumedHere(folder: string, manifest: RunManifest): Promise<void> {
  if (keepsRuns(folder) && (await resumable(folder, manifest))) return;
  const around = await recordsAround(folder);
  const run = around === null ? null : await resumable(around, manifest);
  if (run) throw new ResumableElsewhereError(run, around!);
}

async function resumable(folder: string, manifest: RunManifest): Promise<Run | null> {
  const store = openStore(folder);
  try {
    return await continuedRun(store, manifest);
  } finally {
    await store.close();
  }
}
