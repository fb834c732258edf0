/** A piece of a text patch. */
export interface Hunk {
  /** Line of the old text that it begins with, from 1; 0 when the old text is empty. */
  start: number;
  /** Each with its sign first, and with the line end that it has; the last line of a text may have none. */
  lines: readonly string[];
}

/** The new text. Throws a `RangeError` when a hunk does not fit the old one: nothing is guessed. */
export function applyHunks(hunks: readonly Hunk[], old: string): string {
  const before = old === "" ? [] : old.split(/(?<=\n)/);
  const after: string[] = [];
  let at = 0;
  for (const { start, lines } of hunks) {
    const begin = lines.some((line) => line[0] !== "+") ? start - 1 : start;
    if (begin < at || begin > before.length) throw new RangeError("A piece of the patch is out of order.");
    while (at < begin) after.push(before[at++]!);
    for (const line of lines) {
      const text = line.slice(1);
      if (line[0] !== "+" && before[at++] !== text) throw new RangeError("The patch is for another text.");
      if (line[0] !== "-") after.push(text);
    }
  }
  return after.concat(before.slice(at)).join("");
}
