import type { TellStream } from "./output-reader.ts";

/** Puts an answer together that comes in pieces. */
export interface MergedText {
  add(piece: { text?: string; reasoning?: string }, turn: number | null): void;
  /** Tells what has come together as one message, and gives its text back; null when there was none. */
  flush(): string | null;
}

/** Collects pieces of an answer until something else happens. */
export function mergeText(tell: TellStream): MergedText {
  let texts: string[] = [];
  let thoughts: string[] = [];
  let at: number | null = null;
  return {
    add({ text, reasoning }, turn) {
      if (text) texts.push(text);
      if (reasoning) thoughts.push(reasoning);
      at = turn;
    },
    flush() {
      const text = texts.join("");
      const reasoning = thoughts.join("");
      texts = [];
      thoughts = [];
      if (text === "" && reasoning === "") return null;
      tell({ type: "message", role: "assistant", text, ...(reasoning !== "" && { reasoning }) }, at);
      return text === "" ? null : text;
    },
  };
}
