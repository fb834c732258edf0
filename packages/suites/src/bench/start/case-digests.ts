import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { SuiteCase } from "../../suite/suite.ts";

/**
 * Digests of what lies outside the suite file and shapes the result of a case. `workspace`: of the files it names to
 * work on; null when it works on the project, whose changes are what results are compared across.
 */
export async function caseDigests(it: SuiteCase, workspace: string | null): Promise<Record<string, string>> {
  return {
    ...(it.hidden && { hidden: await digestOf(it.hidden.absolute) }),
    ...(workspace !== null && { workspace }),
  };
}

/** Digest of a file, or of a folder with all its names, contents and links; a link at the path itself is followed. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await add(hash, await realpath(path), "");
  return hash.digest("hex").slice(0, 32);
}

async function add(hash: ReturnType<typeof createHash>, path: string, name: string): Promise<void> {
  const facts = await lstat(path);
  if (facts.isDirectory()) {
    hash.update(`folder ${JSON.stringify(name)}\n`);
    for (const entry of (await readdir(path)).sort()) await add(hash, join(path, entry), `${name}/${entry}`);
    return;
  }
  if (facts.isSymbolicLink()) {
    hash.update(`link ${JSON.stringify([name, await readlink(path)])}\n`);
    return;
  }
  hash.update(`file ${JSON.stringify([name, facts.size, (facts.mode & 0o100) !== 0])}\n`);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
}
