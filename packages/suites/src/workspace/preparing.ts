import { FlowError } from "@flow-state-dev/core";

/** How far the files of a source are got ready. */
export interface PreparingProgress {
  /** `looking`: they are looked through; `copying`: they are copied, once for all cases. */
  doing: "looking" | "copying";
  /** Files and folders: those seen so far, or all that are copied; null when nobody has counted them. */
  files: number | null;
}

/** Who waits for the files of a source to be ready. */
export interface Preparing {
  /** Ends it soon, with a `PreparingStoppedError`. */
  signal?: AbortSignal | undefined;
  /** Told now and then, for a display. */
  onProgress?: ((progress: PreparingProgress) => void) | undefined;
}

/** Somebody asked to stop while files were got ready; nothing was run, and nothing is left behind. */
export class PreparingStoppedError extends FlowError {
  override readonly name = "PreparingStoppedError";

  constructor() {
    super("Stopped while the workspace was prepared. Nothing was run.", { code: "preparing-stopped" });
  }
}

/** Throws a `PreparingStoppedError` once somebody has asked to stop. */
export function goOnPreparing({ signal }: Preparing): void {
  if (signal?.aborted) throw new PreparingStoppedError();
}
