import { stripVTControlCharacters } from "node:util";

/** Enough for the error of a test runner. */
const most = 6;

/** The last lines of what a command wrote, without its colours, each behind a bar. None where it wrote nothing. */
export function lastLines(output: string | undefined): string[] {
  const text = stripVTControlCharacters(output ?? "").trimEnd();
  return text === ""
    ? []
    : text
        .split("\n")
        .slice(-most)
        .map((line) => `  │ ${line}`);
}
