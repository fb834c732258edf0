import type { Change } from "../../workspace/workspace.ts";

/** Settings of git in a folder of its own, and the way to where others are. */
const gitSettings = new Set(["config", "config.worktree", "commondir"]);

const binEntry = /^(.*?)(?:^|\/)node_modules\/\.bin\/([^/]+)$/s;
const binFolder = /(?:^|\/)node_modules(?:\/\.bin)?$/;
const mostNames = 1_000;

/** What is known about the files that are graded. */
export interface GradedFacts {
  /** Which of these names are programs of the system that commands run on? */
  systemPrograms(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Is something at this path now? */
  isThere(path: string): Promise<boolean>;
}

/**
 * The paths that are put back in every case, declared or not: what git runs by itself, and programs that commands would
 * take from a `node_modules/.bin` in place of what was there before, further up too, or of the system's own. A program
 * that is new there and has no other meaning stays: that is what installing a package does.
 */
export async function implicitlyProtected(changes: readonly Change[], facts: GradedFacts): Promise<string[]> {
  const surely = changes.filter(
    ({ kind, path, ...change }) =>
      (kind !== "added" && binEntry.test(path)) ||
      // A link in the place of the whole folder.
      (binFolder.test(path) && "to" in change && change.to.type !== "folder"),
  );
  const git = await keep(changes, ({ path }) => runByGit(path, facts));
  const added = changes.filter(({ kind, path }) => kind === "added" && binEntry.test(path));
  const names = [...new Set(added.map(({ path }) => binEntry.exec(path)![2]!))];
  if (names.length > mostNames) return [...surely, ...git, ...added].map(({ path }) => path);
  const taken = names.length === 0 ? new Set<string>() : await facts.systemPrograms(names);
  const kinds = new Map(changes.map(({ path, kind }) => [path, kind]));
  const wasThere = async (path: string) => {
    const kind = kinds.get(path);
    return kind === undefined ? facts.isThere(path) : kind !== "added";
  };
  const shims = await keep(added, async ({ path }) => {
    const [, folder, name] = binEntry.exec(path)!;
    if (taken.has(name!)) return true;
    for (const above of foldersAbove(folder!))
      if (await wasThere(`${above}node_modules/.bin/${name}`)) return true;
    return false;
  });
  return [...surely, ...git, ...shims].map(({ path }) => path);
}

/** Hooks and settings in a `.git`, or in any folder that git would take for its own: such a folder has a HEAD. */
async function runByGit(path: string, { isThere }: GradedFacts): Promise<boolean> {
  const parts = path.split("/");
  for (const [at, part] of parts.entries()) {
    const runs = part === "hooks" || (at === parts.length - 1 && gitSettings.has(part));
    if (runs && (await isThere([...parts.slice(0, at), "HEAD"].join("/")))) return true;
  }
  return false;
}

/** `a/b` → `a/`, and the top. */
function foldersAbove(folder: string): string[] {
  const parts = folder.split("/").filter((part) => part !== "");
  return parts.map((_, at) =>
    parts
      .slice(0, at)
      .map((part) => `${part}/`)
      .join(""),
  );
}

async function keep<T>(all: readonly T[], wanted: (each: T) => Promise<boolean>): Promise<T[]> {
  const kept: T[] = [];
  for (const each of all) if (await wanted(each)) kept.push(each);
  return kept;
}

/** Is a path one of these, or below one? An agent can leave so many that no two may be held against each other. */
export function isAtOrBelow(path: string, these: ReadonlySet<string>): boolean {
  for (let end = path.length; end !== -1; end = path.lastIndexOf("/", end - 1))
    if (these.has(path.slice(0, end))) return true;
  return false;
}
