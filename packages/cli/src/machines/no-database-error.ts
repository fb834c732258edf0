import { FlowError } from "@flow-state-dev/core";

/** A command for many machines that was not told where they meet. */
export class NoDatabaseError extends FlowError {
  override readonly name = "NoDatabaseError";

  constructor(command: string) {
    super(`Planners and workers meet in a database, which ${command} needs: --on postgres://…, or X_STORE.`, {
      code: "no-database",
    });
  }
}
