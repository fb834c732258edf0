import { chmod, lstat, rename } from "node:fs/promises";

/** Gives a folder of ours another place on its file system. One that is closed to us is open afterwards. */
export async function moveFolder(from: string, to: string): Promise<void> {
  const { mode } = await lstat(from);
  if ((mode & 0o700) !== 0o700) await chmod(from, (mode & 0o7777) | 0o700);
  await rename(from, to);
}
