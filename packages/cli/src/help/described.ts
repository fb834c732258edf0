import type { Command } from "@stricli/core";
import type { XContext } from "../x-context.ts";
import { commandHelp } from "./command-help.ts";
import type { CommandWords } from "./command-words.ts";
import { helpStyle } from "./help-style.ts";

/** A command that says what it does in our form. */
export interface DescribedCommand extends Command<XContext> {
  readonly words: CommandWords;
}

/** Gives a command examples, exit codes and help that fits the terminal. */
export function described(command: Command<XContext>, words: CommandWords): DescribedCommand {
  return {
    ...command,
    words,
    formatHelp: ({ prefix }) => commandHelp(prefix.join(" "), command, words, helpStyle()),
  };
}
