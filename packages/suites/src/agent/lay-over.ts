import { constants } from "node:fs";
import { copyFile, lstat, mkdir, opendir, readlink, rm, symlink } from "node:fs/promises";
import { join, posix } from "node:path";
import { folderBehind } from "../workspace/put-files.ts";

/**
 * Lays a folder over another: its files replace those of the same name, everything else stays. A link in the target, to
 * a folder in it, is taken for that folder. No other link is followed: what is in the way is replaced.
 *
 * @param at where in the target, relative to it
 */
export async function layOver(from: string, root: string, at = ""): Promise<void> {
  for await (const entry of await opendir(from)) {
    const source = join(from, entry.name);
    const path = posix.join(at, entry.name);
    const target = join(root, path);
    const there = await lstat(target).catch(() => null);
    if (entry.isDirectory()) {
      const behind = there?.isSymbolicLink() ? folderBehind(root, path) : null;
      if (behind === null && there && !there.isDirectory()) await rm(target);
      if (behind === null && !there?.isDirectory()) await mkdir(target);
      await layOver(source, root, behind ?? path);
      continue;
    }
    if (!entry.isFile() && !entry.isSymbolicLink()) continue;
    if (there) await rm(target, { recursive: true });
    if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    else await symlink(await readlink(source), target);
  }
}
