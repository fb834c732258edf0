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
  const git = await keep(changes, runByGit(facts));
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

/**
 * Is a path one of the hooks and settings in a `.git`, or in any folder that git would take for its own? Such a folder
 * has a HEAD. Each folder is asked about once: an agent can leave thousands of files below hundreds of them.
 */
function runByGit({ isThere }: GradedFacts): (change: Change) => Promise<boolean> {
  const ofGit = remembered((folder) => isThere(folder === "" ? "HEAD" : `${folder}/HEAD`));
  const inHooks = remembered(async (folder): Promise<boolean> => {
    if (folder === "") return false;
    const { above, name } = parted(folder);
    return (name === "hooks" && (await ofGit(above))) || (await inHooks(above));
  });
  return async ({ path }) => {
    const { above, name } = parted(path);
    return (gitSettings.has(name) && (await ofGit(above))) || (await inHooks(path));
  };
}

function remembered<T>(find: (folder: string) => Promise<T>): (folder: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (folder) => {
    const found = known.get(folder) ?? find(folder);
    known.set(folder, found);
    return found;
  };
}

function parted(path: string): { above: string; name: string } {
  const at = path.lastIndexOf("/");
  return { above: path.slice(0, Math.max(0, at)), name: path.slice(at + 1) };
}

/** `a/b` → the top, `a/`. */
function* foldersAbove(folder: string): Iterable<string> {
  let above = "";
  for (const part of folder.split("/").filter((each) => each !== "")) {
    yield above;
    above += `${part}/`;
  }
}

async function keep<T>(all: readonly T[], wanted: (each: T) => Promise<boolean>): Promise<T[]> {
  const kept: T[] = [];
  for (const each of all) if (await wanted(each)) kept.push(each);
  return kept;
}

/** Is a path one of these, or below one? An agent can leave so many that no two may be held against each other. */
export function isAtOrBelow(path: string, these: ReadonlySet<string>): boolean {
  if (these.size === 0) return false;
  for (let end = path.length; end !== -1; end = path.lastIndexOf("/", end - 1))
    if (these.has(path.slice(0, end))) return true;
  return false;
}
