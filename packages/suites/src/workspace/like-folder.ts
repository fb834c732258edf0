import { chmod, lstat, utimes } from "node:fs/promises";

/** Gives a folder the mode and the times of another. */
export async function likeFolder(from: string, to: string): Promise<void> {
  const facts = await lstat(from);
  await chmod(to, facts.mode & 0o7777);
  await utimes(to, facts.atime, facts.mtime);
}
