import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { quotePath } from "../patch/git-path.ts";
import { git } from "./git.ts";
import { removeTree } from "./remove-tree.ts";
import { complaintOf } from "./run-tool.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** A file or a link as git keeps it. */
export interface Side {
  mode: string;
  bytes: Buffer;
}

/** What stood at a path before and after; null is nothing. */
export interface Pair {
  path: string;
  from: Side | null;
  to: Side | null;
}

/** Contents may double as a patch, each with its way back when they are bytes; names are counted as they come out. */
const mostOutputBytes = 256 * 2 ** 20;

/** Both sides as commits in a repository of their own, and the difference between them; null when time was up. */
export async function diffPairs(
  pairs: readonly Pair[],
  folder: string,
  attributes: string,
  mostMs?: number,
): Promise<string | null> {
  if (pairs.length === 0) return "";
  try {
    for (const name of ["objects", "refs", "info"]) await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(join(folder, "config"), config);
    await writeFile(join(folder, "info/attributes"), attributes);
    const stdin = Buffer.concat([...commit("from", pairs), ...commit("to", pairs), Buffer.from("done\n")]);
    const imported = await git(["fast-import", "--quiet", "--done"], { gitDir: folder, stdin });
    const told =
      imported.code !== 0
        ? imported
        : await git(["diff-tree", ...diffFlags, "from", "to"], {
            ...{ gitDir: folder, keepBytes: mostOutputBytes },
            ...(mostMs !== undefined && { timeoutMs: mostMs }),
          });
    if (told.timedOut) return null;
    const [problem, next] = told.stdout.truncated
      ? [`it has ${told.stdout.bytes} bytes`, "Let the agent change less."]
      : [complaintOf(told), "Check that git is installed."];
    if (told.code === 0 && !told.stdout.truncated) return told.stdout.text;
    throw new WorkspaceError("A patch could not be made", problem, next);
  } finally {
    await removeTree(folder);
  }
}

/** Contents as they are, however they look: takes time in proportion to their size. */
export async function diffBytes(pairs: readonly Pair[], folder: string): Promise<string> {
  return (await diffPairs(pairs, folder, "* -diff\n"))!;
}

/**
 * Names that only other systems take for git's own are ours to sort out, whatever this version of git thinks. What is
 * gone in a moment is not worth compressing, nor a process that takes it out of its pack.
 */
const config = `[core]
	repositoryformatversion = 0
	bare = true
	protectHFS = false
	protectNTFS = false
[pack]
	compression = 0
[fastimport]
	unpackLimit = 1
`;

const diffFlags = [
  ...["-r", "-p", "--binary", "--full-index"],
  ...["--no-renames", "--no-ext-diff", "--no-textconv"],
];

function commit(side: "from" | "to", pairs: readonly Pair[]): Buffer[] {
  const lines: Buffer[] = [Buffer.from(`commit refs/heads/${side}\ncommitter x <x> 0 +0000\ndata 0\n`)];
  for (const { path, [side]: content } of pairs) {
    if (!content) continue;
    lines.push(Buffer.from(`M ${content.mode} inline ${quotePath(path)}\ndata ${content.bytes.length}\n`));
    lines.push(content.bytes, Buffer.from("\n"));
  }
  return lines;
}
