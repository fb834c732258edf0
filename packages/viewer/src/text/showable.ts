/** Control characters but tab and line feed, and those that are not seen or turn the direction of text. */
const hidden = /(?![\t\n])\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/**
 * A text with nothing in it that a reader cannot see: terminal escapes and other control characters become signs that
 * stand for them, half a surrogate becomes the sign of a broken character. The text of a Windows file keeps its lines;
 * what a terminal would have written over, such as the states of a progress bar, has a line each.
 */
export function showable(text: string): string {
  return text.replaceAll(/\r+\n/g, "\n").replace(hidden, sign).toWellFormed();
}

function sign(character: string): string {
  const code = character.charCodeAt(0);
  if (character === "\r") return "\u240d\n";
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
