import { stripVTControlCharacters } from "node:util";

/**
 * Text from outside as one harmless line: terminal sequences, control characters and characters that turn the
 * direction of writing are taken out, line breaks become blanks. What is left empty is shown as `(no name)`.
 */
export function plainText(text: string): string {
  const line = stripVTControlCharacters(text)
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ")
    .replace(/[\p{Control}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .trim();
  return line === "" ? "(no name)" : line;
}
