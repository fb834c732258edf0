import { buildCommand } from "@flow-state-dev/records/hidden-characters";

/** A word as a shell takes it: as it is where that is plain, else quoted. No build server takes it for a command. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./#~-]+$/.test(word) && !/^[~#]/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''").replace(buildCommand, "#''#")}'`;
}

/** The same at the end of a command, for a word that may begin like a flag. */
export function operand(word: string): string {
  return word.startsWith("-") ? `-- ${shellWord(word)}` : shellWord(word);
}
