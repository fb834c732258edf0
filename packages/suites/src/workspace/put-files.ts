import { chmodSync, constants } from "node:fs";
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
import { dirname, join } from "node:path";
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

/** Lays all files and links below a folder over another; tells their paths, sorted. */
export async function layOver(folder: string, root: string): Promise<string[]> {
  const laid: string[] = [];
  const visit = async (path: string): Promise<void> => {
    await makeFolders(root, path);
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) await visit(inner);
      else if (entry.isFile() || entry.isSymbolicLink()) {
        await putEntry(join(folder, inner), root, inner);
        laid.push(inner);
      }
    }
  };
  await visit("");
  return laid.sort();
}

function openFolders(path: string): void {
  const facts = lookAt(path);
  if (!facts?.isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of namesInOurs(path)) openFolders(join(path, name));
}
