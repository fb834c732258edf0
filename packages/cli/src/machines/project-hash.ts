import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";

/** Names that are left out of a project, wherever they are in it. */
export type LeftOut = ReadonlySet<string>;

/**
 * Content hash of a project: names, contents, links and what may be run, whatever the times and owners are.
 *
 * @param atHome relative paths of files that are left out too
 */
export async function projectHash(
  root: string,
  leftOut: LeftOut,
  atHome: readonly string[] = [],
): Promise<string> {
  const stays = new Set(atHome.map((path) => `/${path}`));
  const hash = createHash("sha256");
  await add(root, "");
  return hash.digest("hex").slice(0, 40);

  async function add(path: string, name: string): Promise<void> {
    for (const entry of (await readdir(path)).sort()) {
      if (leftOut.has(entry)) continue;
      const [inner, as] = [join(path, entry), `${name}/${entry}`];
      if (stays.has(as)) continue;
      const facts = await lstat(inner);
      if (facts.isSymbolicLink()) hash.update(`link ${JSON.stringify([as, await readlink(inner)])}\n`);
      else if (facts.isDirectory()) {
        hash.update(`folder ${JSON.stringify(as)}\n`);
        await add(inner, as);
      } else if (facts.isFile()) {
        hash.update(`file ${JSON.stringify([as, facts.size, (facts.mode & 0o100) !== 0])}\n`);
        for await (const chunk of createReadStream(inner)) hash.update(chunk as Buffer);
      }
    }
  }
}
