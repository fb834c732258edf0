import { fitLines } from "./fit-lines.ts";
import { terminalColumns } from "./terminal-columns.ts";

/** Sentences for stderr, broken between words where it is a terminal. */
export function fitStderr(text: string): string {
  return fitLines(text, terminalColumns(process.stderr));
}
