/** A word as a shell takes it: as it is where that is plain, else quoted. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./#~-]+$/.test(word) && !/^[~#]/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
