import { FlowError } from "@flow-state-dev/core";

/** A command for many machines that was not told where they meet. */
export class NoDatabaseError extends FlowError {
  override readonly name = "NoDatabaseError";

  constructor(command: string) {
    super(`${command} needs the database where planners and workers meet: --on postgres://…, or X_STORE.`, {
      code: "no-database",
    });
  }
}
