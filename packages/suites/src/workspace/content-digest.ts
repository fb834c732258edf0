import { createHash } from "node:crypto";
import { createReadStream, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { lookAt, turnTaker } from "./look.ts";

/** Larger files are read piece by piece. */
const mostAtOnce = 4 * 2 ** 20;

/**
 * Digest of files by their relative paths, 32 hex characters: of names, contents, executable bits and where links lead;
 * not of times and owners, so it is the same on every machine. What is not there counts as such; sockets, pipes and
 * devices count not at all, for no workspace has them.
 */
export async function contentDigest(root: string, paths: readonly string[]): Promise<string> {
  const digest = createHash("sha256");
  const takeTurns = turnTaker();
  for (const path of paths) {
    await takeTurns();
    const entry = await entryOf(join(root, path));
    if (entry !== null) digest.update(`${JSON.stringify([path, ...entry])}\n`);
  }
  return digest.digest("hex").slice(0, 32);
}

async function entryOf(path: string): Promise<string[] | null> {
  const facts = lookAt(path);
  if (!facts) return ["gone"];
  try {
    if (facts.isSymbolicLink()) return ["link", readlinkSync(path, "latin1")];
    if (!facts.isFile()) return null;
    const hash = createHash("sha256");
    if (facts.size <= mostAtOnce) hash.update(readFileSync(path));
    else for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return [(facts.mode & 0o100n) === 0n ? "file" : "program", hash.digest("hex")];
  } catch {
    return ["unreadable"];
  }
}
