import { compileGlob } from "../expect/glob.ts";
import type { Change } from "../workspace/workspace.ts";

/** Put back before grading in every case, declared or not: what git runs by itself. */
const ofGit: readonly string[] = ["**/.git/hooks/**", "**/.git/config", "**/.git/config.worktree"];
const isOfGit = ofGit.map((glob) => compileGlob(glob));

const binEntry = /(?:^|\/)node_modules\/\.bin\/([^/]+)$/;
const binFolder = /(?:^|\/)node_modules(?:\/\.bin)?$/;
const mostNames = 1_000;

/** Tells which of these names are programs of the system that commands run on. */
export type SystemPrograms = (names: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * The paths that are put back in every case, declared or not: what git runs by itself, and programs that commands would
 * take from `node_modules/.bin` in place of what was there before or of the system's own. A program that is new there
 * and has no other meaning stays: that is what installing a package does.
 */
export async function implicitlyProtected(
  changes: readonly Change[],
  systemPrograms: SystemPrograms,
): Promise<string[]> {
  const surely = changes.filter(
    ({ kind, path, ...change }) =>
      isOfGit.some((glob) => glob.ok && glob.matches(path)) ||
      (kind !== "added" && binEntry.test(path)) ||
      // A link in the place of the whole folder.
      (binFolder.test(path) && "to" in change && change.to.type !== "folder"),
  );
  const added = changes.filter(({ kind, path }) => kind === "added" && binEntry.test(path));
  const names = [...new Set(added.map(({ path }) => binEntry.exec(path)![1]!))];
  const taken = names.length === 0 || names.length > mostNames ? new Set(names) : await systemPrograms(names);
  const shims = added.filter(({ path }) => taken.has(binEntry.exec(path)![1]!));
  return [...surely, ...shims].map(({ path }) => path);
}

/** A glob for exactly this path and what is below it; null when there can be none. */
export function globOf(path: string): string | null {
  const glob = path.replaceAll(/[*?[\]{}]/g, "?");
  return compileGlob(glob).ok ? glob : null;
}
