import { isUtf8 } from "node:buffer";
import { readlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { git } from "./git.ts";
import { removeTree } from "./remove-tree.ts";
import { complaintOf } from "./run-tool.ts";
import { readWhole } from "./same-content.ts";
import type { Change, Entry, PatchOptions } from "./workspace.ts";
import { WorkspaceError } from "./workspace-error.ts";

const defaultMostBytes = 16 * 2 ** 20;
const mostNamed = 20;

interface Side {
  mode: string;
  bytes: Buffer;
}

interface Pair {
  path: string;
  from: Side | null;
  to: Side | null;
}

/**
 * Changes as a patch that `git apply` takes. git only sees contents that are handed to it, in a repository of our own
 * in `scratch`: neither attributes, settings nor hooks of the workspace have a say.
 */
export async function makePatch(
  changes: readonly Change[],
  roots: { base: string; current: string; scratch: string },
  options: PatchOptions = {},
): Promise<string> {
  const { taken, left } = choose(changes.filter(isPatchable), options.mostBytes ?? defaultMostBytes);
  const pairs = taken.map((change) => readPair(change, roots));
  const isText = ({ from, to }: Pair) => [from, to].every((side) => side === null || isUtf8(side.bytes));
  const parts = [
    await diff(pairs.filter(isText), join(roots.scratch, "text"), ""),
    // Bytes that are no UTF-8 would not survive in a string, so git is told to encode them.
    await diff(
      pairs.filter((pair) => !isText(pair)),
      join(roots.scratch, "bytes"),
      "* -diff\n",
    ),
  ];
  return leftOutNote(left) + parts.join("");
}

function isPatchable(change: Change): boolean {
  if (change.path.split("/").includes(".git")) return false;
  return [fromOf(change), toOf(change)].some((entry) => entry?.type === "file" || entry?.type === "link");
}

const fromOf = (change: Change): Entry | null => (change.kind === "added" ? null : change.from);
const toOf = (change: Change): Entry | null => (change.kind === "deleted" ? null : change.to);

/** What fits: small before large, and a project's own files before installed ones. */
function choose(changes: readonly Change[], most: number): { taken: Change[]; left: Change[] } {
  const sizeOf = (change: Change) => (fromOf(change)?.size ?? 0) + (toOf(change)?.size ?? 0);
  const installed = (change: Change) =>
    Number(/(^|\/)(node_modules|\.venv|target|vendor)\//.test(change.path));
  const order = changes.toSorted((a, b) => installed(a) - installed(b) || sizeOf(a) - sizeOf(b));
  let used = 0;
  const taken = new Set<Change>();
  for (const change of order) {
    if (used + sizeOf(change) > most) break;
    used += sizeOf(change) + 256;
    taken.add(change);
  }
  return {
    taken: changes.filter((each) => taken.has(each)),
    left: changes.filter((each) => !taken.has(each)),
  };
}

function readPair(change: Change, { base, current }: { base: string; current: string }): Pair {
  const side = (entry: Entry | null, path: string): Side | null => {
    if (entry?.type === "link") return { mode: "120000", bytes: readlinkSync(path, "buffer") };
    if (entry?.type !== "file") return null;
    return { mode: entry.executable ? "100755" : "100644", bytes: readWhole(path) ?? Buffer.alloc(0) };
  };
  return {
    path: change.path,
    from: side(fromOf(change), `${base}/${change.path}`),
    to: side(toOf(change), `${current}/${change.path}`),
  };
}

/** Both sides as commits in a repository of their own, and the difference between them. */
async function diff(pairs: readonly Pair[], folder: string, attributes: string): Promise<string> {
  if (pairs.length === 0) return "";
  try {
    for (const name of ["objects", "refs", "info"]) await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(join(folder, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
    await writeFile(join(folder, "info/attributes"), attributes);
    const stdin = Buffer.concat([...commit("from", pairs), ...commit("to", pairs), Buffer.from("done\n")]);
    const imported = await git(["fast-import", "--quiet", "--done"], { gitDir: folder, stdin });
    const told =
      imported.code !== 0
        ? imported
        : await git(
            [
              "diff-tree",
              "-r",
              "-p",
              "--binary",
              "--full-index",
              "--no-renames",
              "--no-ext-diff",
              "--no-textconv",
              "from",
              "to",
            ],
            { gitDir: folder, keepBytes: 512 * 2 ** 20 },
          );
    if (told.code === 0) return told.stdout.text;
    throw new WorkspaceError("A patch could not be made", complaintOf(told), "Check that git is installed.");
  } finally {
    await removeTree(folder);
  }
}

function commit(side: "from" | "to", pairs: readonly Pair[]): Buffer[] {
  const lines: Buffer[] = [Buffer.from(`commit refs/heads/${side}\ncommitter x <x> 0 +0000\ndata 0\n`)];
  for (const { path, [side]: content } of pairs) {
    if (!content) continue;
    lines.push(Buffer.from(`M ${content.mode} inline ${quoted(path)}\ndata ${content.bytes.length}\n`));
    lines.push(content.bytes, Buffer.from("\n"));
  }
  return lines;
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

/** Lines before the first header, which `git apply` passes over. */
function leftOutNote(left: readonly Change[]): string {
  if (left.length === 0) return "";
  const lines = left.slice(0, mostNamed).map((change) => {
    const bytes = (toOf(change) ?? fromOf(change))!.size;
    return `# left out: ${change.path.replaceAll("\n", " ")} (${change.kind}, ${bytes} bytes)\n`;
  });
  const more = left.length - lines.length;
  return lines.join("") + (more > 0 ? `# left out: ${more} more\n` : "");
}
