/** The line, from 1, on which a character of a text stands, or a byte of its bytes. */
export function lineAt(text: string | Buffer, index: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
