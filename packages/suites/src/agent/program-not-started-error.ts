import { FlowError } from "@flow-state-dev/core";
import type { Unstartable } from "./unstartable.ts";

/** A shell line whose program is not there inside the sandbox, or cannot be run there: a problem of the setup. */
export class ProgramNotStartedError extends FlowError {
  override readonly name = "ProgramNotStartedError";

  /** @param words what the shell said of it, safe to print */
  constructor({ program, missing, atHome }: Unstartable, words: string) {
    const why = missing
      ? `there is no ${program} inside the sandbox`
      : `${program} cannot be run inside the sandbox`;
    const home = atHome ? "The home folder inside is not yours: write the whole path. " : "";
    const mend = missing
      ? "Put it into the workspace, name it by a path that the sandbox shows"
      : "Make it executable (chmod +x), see that what its first line names is there inside the sandbox";
    const said = words === "" ? "" : ` (${words})`;
    super(
      `The agent could not be started: ${why}${said}. ${home}${mend}, or use --sandbox host, which shows all of this machine.`,
      { code: "agent-not-started", retryable: false, details: { program } },
    );
  }
}
