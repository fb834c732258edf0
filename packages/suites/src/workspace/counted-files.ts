import { join } from "node:path";
import { git, mostListBytes } from "./git.ts";
import { lookAt, namesIn, turnTaker } from "./look.ts";
import { ownFolder } from "./scan-source.ts";

/** What is made anew on every machine, or is ours: it never counts. Packages count by their lock file. */
const passedOver = new Set([".git", "node_modules", ownFolder]);

/**
 * Paths of the files and links that make up the content of a folder, relative and sorted: without what git ignores by
 * the `.gitignore` files of the repository, without packages, and without these relative paths with all below them.
 * So they are the same in every clone. A folder that git ignores as a whole counts with everything in it.
 */
export async function countedFiles(root: string, leftOut: readonly string[] = []): Promise<string[]> {
  return chosen((await listedByGit(root)) ?? (await walk(root)), leftOut);
}

/** The same where git is not asked: everything that lies there counts. */
export async function allCountedFiles(root: string, leftOut: readonly string[] = []): Promise<string[]> {
  return chosen(await walk(root), leftOut);
}

/** Of relative paths those that count, sorted, each once. */
export function chosen(paths: readonly string[], leftOut: readonly string[]): string[] {
  const left = new Set(leftOut);
  const counts = (path: string) => {
    const parts = path.split("/");
    return (
      !parts.some((part) => passedOver.has(part)) &&
      !(left.size > 0 && parts.some((_, at) => left.has(parts.slice(0, at + 1).join("/"))))
    );
  };
  return [...new Set(paths)].filter(counts).sort();
}

/** Null when git knows nothing about the folder. */
async function listedByGit(root: string): Promise<string[] | null> {
  // Not the excludes of this machine: they are no part of a clone.
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-per-directory=.gitignore"];
  const told = await git(listing, { cwd: root, keepBytes: mostListBytes });
  if (told.code !== 0 || told.stdout.text === "") return null;
  const paths = told.stdout.text.split("\0").filter((path) => path !== "");
  const found: string[] = [];
  for (const path of paths) {
    const plain = path.replace(/\/$/, "");
    const facts = lookAt(join(root, plain));
    // Deleted, though git still has it.
    if (!facts) continue;
    if (!facts.isDirectory()) {
      found.push(plain);
      continue;
    }
    // A repository in the repository: git names its folder only. Asked in one that was not fetched it answers for the
    // one around it, and so on without end.
    const isFetched = lookAt(join(root, plain, ".git")) !== null;
    const inside = isFetched ? await countedFiles(join(root, plain)) : await walk(join(root, plain));
    for (const inner of inside) found.push(`${plain}/${inner}`);
  }
  return found;
}

async function walk(root: string): Promise<string[]> {
  const takeTurns = turnTaker();
  const found: string[] = [];
  const todo = [""];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    await takeTurns();
    for (const name of namesIn(`${root}/${folder}`)) {
      if (passedOver.has(name)) continue;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (lookAt(`${root}/${path}`)?.isDirectory()) todo.push(path);
      else found.push(path);
    }
  }
  return found;
}
