/** The end of a text of which the beginning was not kept, with a first line that says how much is missing. */
export function markedEnd(end: string, droppedBytes: number): string {
  return `… ${droppedBytes.toLocaleString("en-US")} bytes before this are not kept\n${end}`;
}

/**
 * How much is missing before a text, as its first line says, and what is there; null when nothing is. Whoever writes
 * such a line himself only makes less of his text count.
 */
export function readMarkedEnd(text: string): { dropped: string; end: string } | null {
  const mark = /^… ([\d,]{1,30}) bytes before this are not kept\n/.exec(text);
  return mark && { dropped: mark[1]!, end: text.slice(mark[0].length) };
}
