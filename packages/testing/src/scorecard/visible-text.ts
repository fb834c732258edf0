import {
  hiddenCharacters,
  visibleSign,
  withoutBuildCommands,
} from "@flow-state-dev/records/hidden-characters";

/**
 * What a program or a model wrote, as one line: what would be obeyed or hidden is shown, an escape as `␛`, and commands
 * to build servers are broken. A name has such characters taken out instead (`plainText`), for it must be found again.
 */
export function visibleText(text: string): string {
  const visible = text
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ")
    .replace(hiddenCharacters, (character) => visibleSign(character))
    .trim();
  return withoutBuildCommands(visible);
}
