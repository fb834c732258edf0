import type { ShownText, TextChunk } from "../contract/index.ts";
import { showable } from "./showable.ts";

/** Characters of a text that are sent with its cell. */
export const firstPiece = 20_000;
const nextPiece = 200_000;

/** The beginning of a text for the page. */
export function shownText(
  text: string,
  artifact: ShownText["artifact"] = null,
  most: number = firstPiece,
): ShownText {
  const end = cutAt(text, most);
  return { text: showable(text.slice(0, end)), length: text.length, shown: end, artifact };
}

/** The piece of a text that begins at `from`. */
export function textChunk(text: string, from: number): TextChunk {
  const start = Math.min(Math.max(0, Math.floor(from) || 0), text.length);
  const next = cutAt(text, start + nextPiece);
  return { text: showable(text.slice(start, next)), from: start, next, length: text.length };
}

/** Not in the middle of a character that takes two, nor of the end of a line that does. */
function cutAt(text: string, most: number): number {
  if (most >= text.length) return text.length;
  const code = text.charCodeAt(most - 1);
  if (code === 0x0d && text.charCodeAt(most) === 0x0a) return most + 1;
  return code >= 0xd800 && code <= 0xdbff ? most - 1 : most;
}
