import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { lookAt, namesIn, turnTaker } from "../../workspace/look.ts";
import { realOr } from "../../workspace/real-or.ts";

/** Contents by the name that git gives them, of either kind that it has, with their bytes. */
export type Contents = ReadonlyMap<string, number>;

/** Shorter ones, such as an empty file or a closing bracket, are in many histories, and no answers. */
const leastBytes = 16;

/** The contents of these files, and of all files in these folders. What is not there, or cannot be read, has none. */
export async function contentsOf(paths: readonly string[]): Promise<Contents> {
  const contents = new Map<string, number>();
  for (const top of new Set(paths.map(realOr)))
    for await (const { path, bytes } of filesIn(top)) {
      if (bytes < leastBytes) continue;
      for (const name of await namesOf(path, bytes)) contents.set(name, bytes);
    }
  return contents;
}

/** Of these contents those that no file in a folder has: of the others, whoever may look there learns nothing new. */
export async function notIn(root: string, contents: Contents): Promise<Contents> {
  const left = new Map(contents);
  const sizes = new Set(contents.values());
  if (left.size > 0)
    for await (const { path, bytes } of filesIn(`${root}/`))
      if (sizes.has(bytes)) for (const name of await namesOf(path, bytes)) left.delete(name);
  return left;
}

/** Files at a path and below, without what git keeps for itself. No link is followed. */
async function* filesIn(top: string): AsyncIterable<{ path: string; bytes: number }> {
  const takeTurns = turnTaker();
  const todo = [top];
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    await takeTurns();
    const facts = lookAt(path);
    if (facts?.isFile()) yield { path, bytes: Number(facts.size) };
    else if (facts?.isDirectory())
      for (const name of namesIn(path)) if (name !== ".git") todo.push(join(path, name));
  }
}

/** SHA-1 and SHA-256 of a file as git counts them; none when it cannot be read. */
async function namesOf(path: string, bytes: number): Promise<string[]> {
  const hashes = ["sha1", "sha256"].map((kind) => createHash(kind).update(`blob ${bytes}\0`));
  try {
    for await (const chunk of createReadStream(path)) for (const hash of hashes) hash.update(chunk as Buffer);
  } catch {
    return [];
  }
  return hashes.map((hash) => hash.digest("hex"));
}
