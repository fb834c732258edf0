import type { CommandContext } from "@stricli/core";

/** What a command is given: where to write, its environment, and the exit code it wants when that is not 0. */
export interface XContext extends CommandContext {
  readonly process: CommandContext["process"] & { readonly env: NodeJS.ProcessEnv };
  exitCode?: number;
  /** While a line is completed: its words so far, without `x`. */
  readonly line?: readonly string[];
}
