import { FlowError } from "@flow-state-dev/core";

/** A workspace could not be made or used. The machine or the source is to blame, not the agent. */
export class WorkspaceError extends FlowError {
  override readonly name = "WorkspaceError";

  /** What went wrong, without what to do about it. */
  readonly why: string;

  constructor(what: string, why: string, next: string, cause?: unknown) {
    super(`${what}: ${why}. ${next}`, { code: "workspace-failed", cause, details: { what, why } });
    this.why = why;
  }
}
