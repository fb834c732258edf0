/** Puts bytes that come in pieces together to text, whole lines at a time. */
export interface LineReader {
  add(chunk: Uint8Array): void;
  /** Gives out what has no line break yet. */
  end(): void;
}

const longestHeld = 8_192;
/** What a line has after so many characters is of use to nobody. */
const longestLine = 100_000;

/**
 * Calls `take` with whole lines, broken characters replaced. A line without end is given out in pieces, and after
 * 100,000 characters only counted.
 */
export function linesOf(take: (text: string) => void): LineReader {
  const decoder = new TextDecoder();
  let held = "";
  /** Of a line whose end has not come yet: characters given out, and characters only counted. */
  let [given, left] = [0, 0];
  const give = (text: string) => {
    if (text !== "") take(text);
  };
  const endLine = () => {
    if (left > 0) give(`[… ${left} more characters of this line left out …]\n`);
    [given, left] = [0, 0];
  };
  /** The rest of a line of which something was given out already; what comes after it is returned. */
  const goOn = (text: string): string => {
    const end = text.indexOf("\n") + 1 || text.length;
    const fits = left > 0 ? 0 : Math.max(0, Math.min(end, longestLine - given));
    give(text.slice(0, fits));
    given += fits;
    left += end - fits;
    if (text[end - 1] !== "\n") return "";
    if (left > 0) left -= 1;
    endLine();
    return text.slice(end);
  };
  return {
    add(chunk) {
      held += decoder.decode(chunk, { stream: true });
      if (given > 0) held = goOn(held);
      const end = held.lastIndexOf("\n") + 1;
      if (end > 0) {
        give(held.slice(0, end));
        held = held.slice(end);
      }
      if (held.length > longestHeld) held = goOn(held);
    },
    end() {
      held += decoder.decode();
      if (given > 0) held = goOn(held);
      give(held);
      held = "";
      endLine();
    },
  };
}
