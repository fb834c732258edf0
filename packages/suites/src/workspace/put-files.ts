import { chmodSync, constants, readlinkSync } from "node:fs";
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readlink,
  rm,
  rmdir,
  symlink,
  utimes,
} from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { inOpenFolder } from "./in-open-folder.ts";
import { lookAt, namesInOurs } from "./look.ts";

/**
 * Makes the folder at a relative path, and those above it, real folders: a link or a file that stands in the way is
 * removed, so that nothing is ever written through it.
 */
export async function makeFolders(root: string, path: string): Promise<void> {
  let at = root;
  for (const name of path.split("/").filter((part) => part !== "" && part !== ".")) {
    at = join(at, name);
    const facts = lookAt(at);
    if (facts?.isDirectory()) {
      if ((facts.mode & 0o700n) !== 0o700n) await chmod(at, Number(facts.mode & 0o7777n) | 0o700);
      continue;
    }
    if (facts) await removeEntry(at);
    await mkdir(at);
  }
}

/** Puts one file or link in the place of whatever stands there. Modes and times come along. */
export async function putEntry(from: string, root: string, path: string): Promise<void> {
  await makeFolders(root, dirname(path));
  const target = join(root, path);
  await removeEntry(target);
  const facts = await lstat(from);
  if (facts.isSymbolicLink()) return symlink(await readlink(from, "buffer"), target);
  await copyFile(from, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  await chmod(target, facts.mode & 0o777);
  await utimes(target, facts.atime, facts.mtime);
}

/** Removes what stands at a path, with all that is in it, closed folders too. Nothing there is no error. */
export async function removeEntry(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true });
  try {
    await remove();
  } catch {
    openFolders(path);
    await inOpenFolder(dirname(path), remove);
  }
}

/** Removes a folder, and those above it up to the root, as long as they are empty and not `kept`. */
export async function removeEmptyFolders(
  root: string,
  path: string,
  kept: (path: string) => boolean,
): Promise<void> {
  for (let at = path; at !== "." && at !== "" && !kept(at); at = dirname(at)) {
    try {
      await rmdir(join(root, at));
    } catch {
      return;
    }
  }
}

/**
 * Lays all files and links below a folder over another; tells where they are put, sorted. A folder that is a link in
 * the base, and leads in both to the same folder inside, is taken for that folder; nothing is put through any other
 * link.
 */
export async function layOver(folder: string, root: string, base: string): Promise<string[]> {
  const laid: string[] = [];
  const visit = async (path: string, onto: string): Promise<void> => {
    await makeFolders(root, onto);
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      const target = posix.join(onto, entry.name);
      if (entry.isDirectory())
        await visit(posix.join(path, entry.name), linkedFolder(root, base, target) ?? target);
      else if (entry.isFile() || entry.isSymbolicLink()) {
        await putEntry(join(folder, path, entry.name), root, target);
        laid.push(target);
      }
    }
  };
  await visit("", "");
  return laid.sort();
}

/** The folder inside that a link of the base leads to, when it still leads there; null when it does not, or is none. */
function linkedFolder(root: string, base: string, path: string): string | null {
  if (!lookAt(join(base, path))?.isSymbolicLink()) return null;
  const before = folderBehind(base, path);
  return before === folderBehind(root, path) ? before : null;
}

const mostLinks = 40;

/** The folder that a path leads to, part by part as the system goes; null when it is none, or a link leads out. */
export function folderBehind(root: string, path: string): string | null {
  const todo = path.split("/");
  let at = "";
  for (let links = 0, name = todo.shift(); name !== undefined; name = todo.shift()) {
    const next = posix.join(at, name);
    if (next === "..") return null;
    const facts = lookAt(join(root, next));
    if (facts?.isDirectory()) at = next === "." ? "" : next;
    else if (!facts?.isSymbolicLink() || ++links > mostLinks) return null;
    else {
      const target = readlinkSync(join(root, next));
      if (target.startsWith("/")) return null;
      todo.unshift(...target.split("/"));
    }
  }
  return at;
}

function openFolders(path: string): void {
  const facts = lookAt(path);
  if (!facts?.isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of namesInOurs(path)) openFolders(join(path, name));
}
