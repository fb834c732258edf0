import { FlowError } from "@flow-state-dev/core";
import type { ShellRefusal } from "./shell-refusal.ts";

/** A shell line whose program is not there inside the sandbox, or cannot be run there: a problem of the setup. */
export class ProgramNotStartedError extends FlowError {
  override readonly name = "ProgramNotStartedError";

  constructor({ program, missing, atHome, words }: ShellRefusal) {
    const why = missing
      ? `there is no ${program} inside the sandbox`
      : `${program} cannot be run inside the sandbox`;
    const home = atHome ? "The home folder inside is not yours: write the whole path. " : "";
    const mend = missing
      ? "Put it into the workspace, name it by a path that the sandbox shows"
      : "Make it executable (chmod +x), see that what its first line names is there inside the sandbox";
    super(
      `The agent could not be started: ${why} (${words}). ${home}${mend}, or use --sandbox host, which shows all of this machine.`,
      { code: "agent-not-started", retryable: false, details: { program } },
    );
  }
}
