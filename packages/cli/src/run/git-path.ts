import { refusedByGit } from "@flow-state-dev/suites";

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

/** Why nothing may be written at a path of a patch, without a full stop; null when it may. */
export function pathProblem(path: string): string | null {
  const parts = path.split("/");
  if (path === "" || path.includes("\0")) return "it is no path";
  if (path.startsWith("/") || parts.some((part) => part === "" || part === "." || part === ".."))
    return "it leads out of the folder";
  if (refusedByGit(path, false)) return "it is git's own";
  return parts.some((part) => part.toLowerCase() === ".x") ? "it is the folder of the records" : null;
}
