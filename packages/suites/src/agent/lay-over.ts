import { constants } from "node:fs";
import { copyFile, lstat, mkdir, opendir, readlink, rm, symlink } from "node:fs/promises";
import { join } from "node:path";

/**
 * Lays a folder over another: its files replace those of the same name, everything else stays. No link in the target is
 * followed: what is in the way is replaced.
 */
export async function layOver(from: string, onto: string): Promise<void> {
  for await (const entry of await opendir(from)) {
    const source = join(from, entry.name);
    const target = join(onto, entry.name);
    const there = await lstat(target).catch(() => null);
    if (entry.isDirectory()) {
      if (there && !there.isDirectory()) await rm(target);
      if (!there?.isDirectory()) await mkdir(target);
      await layOver(source, target);
      continue;
    }
    if (!entry.isFile() && !entry.isSymbolicLink()) continue;
    if (there) await rm(target, { recursive: true });
    if (entry.isFile()) await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    else await symlink(await readlink(source), target);
  }
}
