/** A word for a POSIX shell that means exactly this text. */
export function shellQuote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
