/** A word as a shell takes it: as it is where that is plain, else quoted. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./#~-]+$/.test(word) && !/^[~#]/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The same at the end of a command, for a word that may begin like a flag. */
export function operand(word: string): string {
  return word.startsWith("-") ? `-- ${shellWord(word)}` : shellWord(word);
}
