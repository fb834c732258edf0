import { plainText } from "./plain-text.ts";

/**
 * Text from outside for a line or a table cell of markdown: shown as it is, whatever it holds. Pipes, HTML, mentions,
 * addresses and marks of emphasis, code, links, and of headings and lists where a line begins, lose their meaning; an
 * underscore inside a word has none and stays.
 */
export function escapeMarkdown(text: string): string {
  return plainText(text)
    .replace(/[\\`*[\]|~]/g, "\\$&")
    .replace(/^(?:#{1,6}|[-+])(?=\s|$)|^(?:-+|=+)$/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}])/gu, "@\u2060")
    .replace(/:(?=\/\/)|(?<=\bwww)(?=\.)/gi, "$&\u2060")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
