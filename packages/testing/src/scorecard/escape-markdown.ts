import { plainText } from "./plain-text.ts";

/**
 * Text from outside for a line or a table cell of markdown: shown as it is, whatever it holds. Pipes, HTML and marks
 * of emphasis, code and links lose their meaning; an underscore inside a word has none and stays.
 */
export function escapeMarkdown(text: string): string {
  return plainText(text)
    .replace(/[\\`*[\]|~]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
