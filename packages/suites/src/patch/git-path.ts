/** A path as git reads it wherever a name ends with its line. */
export function quotePath(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

/** A path of a patch that git put in quotes, as text; others as they are. Null when the quotes make no sense. */
export function unquotePath(text: string): string | null {
  if (!text.startsWith('"')) return text;
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(text)) return null;
  const bytes: Buffer[] = [];
  for (const [part] of text.slice(1, -1).matchAll(/\\(?:[0-7]{3}|.)|[^\\]+/gs)) {
    const plain = part.startsWith("\\") ? escaped(part.slice(1)) : Buffer.from(part);
    if (plain === null) return null;
    bytes.push(plain);
  }
  return Buffer.concat(bytes).toString("utf8");
}

const letters: Readonly<Record<string, string>> = {
  ...{ a: "\u0007", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r", '"': '"', "\\": "\\" },
};

function escaped(code: string): Buffer | null {
  if (/^[0-7]{3}$/.test(code)) return Buffer.from([Number.parseInt(code, 8) & 0xff]);
  const letter = letters[code];
  return letter === undefined ? null : Buffer.from(letter);
}
