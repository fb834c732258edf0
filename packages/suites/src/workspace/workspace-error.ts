import { FlowError } from "@flow-state-dev/core";
import { fullDiskAdvice, tellsOfFullDisk } from "./full-disk.ts";

/** A workspace could not be made or used. The machine or the source is to blame, not the agent. */
export class WorkspaceError extends FlowError {
  override readonly name = "WorkspaceError";

  /** What went wrong, without what to do about it. */
  readonly why: string;

  /** `next` is what to do about it; on a full disk there is only one thing to do. */
  constructor(what: string, why: string, next: string, cause?: unknown) {
    super(`${what}: ${why}. ${tellsOfFullDisk(why) ? fullDiskAdvice : next}`, {
      code: "workspace-failed",
      cause,
      details: { what, why },
    });
    this.why = why;
  }
}
