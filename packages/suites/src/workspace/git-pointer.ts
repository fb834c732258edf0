import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { lookAt } from "./look.ts";
import { isGitFolder } from "./neutral-git.ts";

/** A pointer is a line; what is longer is none. */
const mostBytes = 4096n;

/**
 * Where a `.git` file leads, when that is git's own folder of a submodule below a `.git` of the same tree, by a
 * relative path: such a submodule works wherever the tree is copied to. Null for all others: what leads elsewhere, or
 * to a linked worktree.
 *
 * @param root of the tree
 * @param path of the file, relative to it, as is what comes back
 */
export function pointerInside(root: string, path: string): string | null {
  const facts = lookAt(join(root, path));
  if (!facts?.isFile() || facts.size > mostBytes) return null;
  const [, value] = /^gitdir: ([^\n]+)\n*$/.exec(textOf(join(root, path))) ?? [];
  if (value === undefined || isAbsolute(value)) return null;
  const target = normalize(join(dirname(path), value)).replace(/\/$/, "");
  if (!/^(?!\.\.\/)(.*\/)?\.git\/modules\//.test(target) || target.includes("/worktrees/")) return null;
  const parts = target.split("/");
  // A link on the way would lead to what stands elsewhere.
  const isThere = parts.every((_, at) => lookAt(join(root, ...parts.slice(0, at + 1)))?.isDirectory());
  const isWhole = isThere && isGitFolder(join(root, target)) && !lookAt(join(root, target, "commondir"));
  return isWhole ? target : null;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
