import { visibleLine } from "./visible-text.ts";

/**
 * Text from outside for a line or a table cell of Markdown: shown as it is, whatever it holds. Pipes, HTML, links,
 * addresses, mentions and marks of emphasis and code lose their meaning.
 */
export function escapeMarkdown(text: string, most = 200): string {
  return visibleLine(text, most)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\`*_[\]|~#!]/g, "\\$&")
    .replace(/@/g, "@\u2060")
    .replace(/:(?=\/\/)|(?<=\bwww)(?=\.)/gi, "$&\u2060");
}
