/** A text in quotes at the start of `text`: what it says, and where the rest begins; null when it does not close. */
export interface Quoted {
  text: string;
  end: number;
}

/** Does the text start with a quote that we know? */
export function isQuoted(text: string): boolean {
  return text.startsWith("'") || text.startsWith('"');
}

/**
 * Reads a text in single or double quotes. A backslash stands for itself, except in front of the quote: there `\'`
 * is a quote and `\\` a backslash. So whatever holds no such quote is read as it is written.
 */
export function readQuoted(text: string): Quoted | null {
  const quote = text[0]!;
  let content = "";
  let from = 1;
  for (let at = text.indexOf(quote, 1); at !== -1; at = text.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (at - 1 - slashes >= from && text[at - 1 - slashes] === "\\") slashes += 1;
    content += text.slice(from, at - slashes) + "\\".repeat(Math.floor(slashes / 2));
    if (slashes % 2 === 0) return { text: content, end: at + 1 };
    content += quote;
    from = at + 1;
  }
  return null;
}

/** The text in single quotes, so that `readQuoted` gives it back. */
export function quote(text: string): string {
  const pieces = text.split("'").map((piece) => {
    let slashes = 0;
    while (piece[piece.length - 1 - slashes] === "\\") slashes += 1;
    return piece + "\\".repeat(slashes);
  });
  return `'${pieces.join("\\'")}'`;
}
