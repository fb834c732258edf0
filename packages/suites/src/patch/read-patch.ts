import { FlowError } from "@flow-state-dev/core";
import { type BinaryChange, decodeLines } from "./git-binary.ts";
import { unquotePath } from "./git-path.ts";
import type { Hunk } from "./hunks.ts";
import { leftOutOf } from "./left-out.ts";

/** One file of a patch. */
export interface PatchedFile {
  path: string;
  /** Null: it is added, or deleted. */
  oldMode: string | null;
  newMode: string | null;
  /** Hashes of the contents as git makes them; null when the patch does not tell, since they are the same. */
  oldHash: string | null;
  newHash: string | null;
  change: { kind: "hunks"; hunks: Hunk[] } | { kind: "binary"; binary: BinaryChange } | { kind: "none" };
}

/** A patch taken apart. */
export interface Patch {
  files: PatchedFile[];
  /** What did not fit into it, as its first lines say. */
  leftOut: string[];
}

/** A patch that cannot be read: not made by git, or cut short. */
class PatchFormatError extends FlowError {
  override readonly name = "PatchFormatError";

  constructor(problem: string) {
    super(`The patch cannot be read: ${problem}. Look at it in its file, and apply what is good by hand.`, {
      code: "patch-format",
    });
  }
}

/** Takes a patch apart that git made without renames and with whole hashes. Throws `PatchFormatError`. */
export function readPatch(text: string): Patch {
  const lines = text.split(/(?<=\n)/);
  const files: PatchedFile[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (!line.startsWith("diff --git ")) {
      at += 1;
      continue;
    }
    const end = nextFile(lines, at + 1);
    files.push(readFile(lines.slice(at, end)));
    at = end;
  }
  return { files, leftOut: leftOutOf(text) };
}

/** Lines of contents never begin like this: they have a sign before them. */
function nextFile(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && !lines[at]!.startsWith("diff --git ")) at += 1;
  return at;
}

function readFile(lines: readonly string[]): PatchedFile {
  const headEnd = lines.findIndex((line) => line.startsWith("@@ ") || line === "GIT binary patch\n");
  const head = (headEnd === -1 ? lines : lines.slice(0, headEnd)).map((line) => line.replace(/\n$/, ""));
  const body = headEnd === -1 ? [] : lines.slice(headEnd);
  const after = (words: string) => head.find((line) => line.startsWith(words))?.slice(words.length) ?? null;
  const index = /^([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})(?: (\d{6}))?$/.exec(after("index ") ?? "");
  const added = after("new file mode ");
  const deleted = after("deleted file mode ");
  const same = index?.[3] ?? null;
  return {
    path: pathOf(head[0]!),
    oldMode: added === null ? (deleted ?? after("old mode ") ?? same) : null,
    newMode: deleted === null ? (added ?? after("new mode ") ?? same) : null,
    oldHash: index?.[1] ?? null,
    newHash: index?.[2] ?? null,
    change: body.length === 0 ? { kind: "none" } : changeOf(body),
  };
}

/** Both names are the same, as there are no renames. */
function pathOf(line: string): string {
  const names = line.slice("diff --git ".length);
  const path = unquotePath(names.slice(0, (names.length - 1) / 2));
  if (path === null || !path.startsWith("a/"))
    throw new PatchFormatError(`there is no path in "${line.slice(0, 200)}"`);
  return path.slice(2);
}

function changeOf(body: readonly string[]): PatchedFile["change"] {
  if (body[0] === "GIT binary patch\n") return { kind: "binary", binary: binaryOf(body) };
  const hunks: { start: number; lines: string[] }[] = [];
  for (const line of body) {
    const head = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(line);
    const last = hunks.at(-1);
    if (head) hunks.push({ start: Number(head[1]), lines: [] });
    else if (last === undefined) throw new PatchFormatError("a line stands before its place");
    else if (line.startsWith("\\")) last.lines.push((last.lines.pop() ?? "").replace(/\n$/, ""));
    else if (/^[ +-]/.test(line)) last.lines.push(line);
    else throw new PatchFormatError("a line has no sign");
  }
  return { kind: "hunks", hunks };
}

/** The first of both directions; the second is the way back. */
function binaryOf(body: readonly string[]): BinaryChange {
  const [, kind, size] = /^(literal|delta) (\d+)\n$/.exec(body[1] ?? "") ?? [];
  const end = body.indexOf("\n", 2);
  if (kind === undefined || end === -1) throw new PatchFormatError("a binary part is cut short");
  const lines = body.slice(2, end).map((line) => line.replace(/\n$/, ""));
  try {
    return { kind: kind as BinaryChange["kind"], size: Number(size), packed: decodeLines(lines) };
  } catch {
    throw new PatchFormatError("a binary part is broken");
  }
}
