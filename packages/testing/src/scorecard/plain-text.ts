import { stripVTControlCharacters } from "node:util";
import { hiddenCharacters, withoutBuildCommands } from "@flow-state-dev/records/hidden-characters";

/**
 * Text from outside as one harmless line: terminal sequences and hidden characters are taken out, line breaks become
 * blanks, and commands to build servers are broken. What is left empty is shown as `(no name)`.
 */
export function plainText(text: string): string {
  const line = stripVTControlCharacters(text)
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ")
    .replace(hiddenCharacters, "")
    .trim();
  return line === "" ? "(no name)" : withoutBuildCommands(line);
}
