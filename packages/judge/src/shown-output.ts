/**
 * So many bytes of an output are shown to a judge at most, whatever a subject writes: about 80,000 tokens. More would
 * cost a fortune, and no judge could read it.
 */
const mostBytes = 256 * 1024;

/** An output as a judge is shown it. */
export interface ShownOutput {
  text: string;
  /** How much of it is not shown, in words that hold nothing of it; undefined when all is. */
  leftOut?: string;
}

/** The beginning and the end of an output that is too long, as much of each; in between it says how much is missing. */
export function shownOutput(text: string): ShownOutput {
  // A letter has three bytes at most for each of its parts.
  if (text.length * 3 <= mostBytes) return { text };
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return { text };
  const half = mostBytes / 2;
  const [start, end] = [letterAt(bytes, half), letterAt(bytes, bytes.length - half)];
  const missing = (end - start).toLocaleString("en-US");
  return {
    text: `${bytes.subarray(0, start)}\n[${missing} bytes of the output are not shown here]\n${bytes.subarray(end)}`,
    leftOut: `only the first and the last ${half / 1024} KB of the output of ${kilobytes(bytes.length)} KB are shown`,
  };
}

/** The nearest place behind this one that is not in the midst of a letter. */
function letterAt(bytes: Buffer, place: number): number {
  let at = place;
  while (at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at += 1;
  return at;
}

function kilobytes(bytes: number): string {
  return Math.ceil(bytes / 1024).toLocaleString("en-US");
}
