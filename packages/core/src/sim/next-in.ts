/** A place in a text, from its first character to behind its last. */
export interface Place {
  at: number;
  end: number;
}

/**
 * Finds where something comes next in a text, for whoever asks from left to right: however often, the text is gone
 * through once. Undefined when it does not come any more. The pattern is a global one.
 */
export function nextIn(text: string, pattern: RegExp): (from: number) => Place | undefined {
  const own = new RegExp(pattern);
  let next: Place | undefined = { at: -1, end: 0 };
  return (from) => {
    if (next && next.at < from) {
      own.lastIndex = from;
      const found = own.exec(text);
      next = found ? { at: found.index, end: found.index + found[0].length } : undefined;
    }
    return next;
  };
}
