/**
 * PostgreSQL cannot keep the character U+0000 in a text. It is written as U+0001 U+0001, and U+0001 as U+0001 U+0002:
 * every text comes back as it was, and the order of texts stays that of their characters. What is no valid Unicode
 * becomes so.
 */
export function encodeText(text: string): string {
  const sound = text.toWellFormed();
  if (!sound.includes("\u0000") && !sound.includes("\u0001")) return sound;
  return sound.replaceAll("\u0001", "\u0001\u0002").replaceAll("\u0000", "\u0001\u0001");
}

/** The text that `encodeText` was given. */
export function decodeText(stored: string): string {
  if (!stored.includes("\u0001")) return stored;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the marks.
  return stored.replaceAll(/\u0001([\u0001\u0002])/g, (_, mark: string) =>
    mark === "\u0001" ? "\u0000" : "\u0001",
  );
}
