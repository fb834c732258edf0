/** Puts bytes that come in pieces together to text, whole lines at a time. */
export interface LineReader {
  add(chunk: Uint8Array): void;
  /** Gives out what has no line break yet. */
  end(): void;
}

const longestHeld = 8_192;

/** Calls `take` with whole lines, broken characters replaced. A line without end is given out in pieces. */
export function linesOf(take: (text: string) => void): LineReader {
  const decoder = new TextDecoder();
  let held = "";
  const give = (text: string) => {
    if (text !== "") take(text);
  };
  return {
    add(chunk) {
      held += decoder.decode(chunk, { stream: true });
      const end = held.lastIndexOf("\n") + 1;
      if (end > 0) {
        give(held.slice(0, end));
        held = held.slice(end);
      }
      if (held.length > longestHeld) {
        give(held);
        held = "";
      }
    },
    end() {
      give(held + decoder.decode());
      held = "";
    },
  };
}
