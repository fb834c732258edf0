import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { nearestName } from "@flow-state-dev/core";
import { suiteBounds } from "./suite-limits.ts";

/** What every suite has, be it full of mistakes; settings of other programs and results do not have both. */
const marks = [/"cases"\s*:/, /"prompt"\s*:/];

/** Where suites live by convention. */
export const usualFolder = "bench";

/**
 * The suite that was likely meant by a path that leads nowhere, in the form of that path: one in the same folder, else
 * in `bench` below it; null when none is near. A file of a near name that is no suite is not meant.
 *
 * @param path as it was typed
 * @param absolute the same from the root
 */
export async function nearestSuite(path: string, absolute: string): Promise<string | null> {
  const below = (file: string) => join(dirname(file), usualFolder, basename(file));
  return (await nearestIn(path, absolute)) ?? (await nearestIn(below(path), below(absolute)));
}

/** The suites in a folder, each by its path from where the folder's own leads from. */
export async function suitesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder).catch((): string[] => [])).sort().map((name) => join(folder, name));
  const found = await Promise.all(files.map(looksLikeSuite));
  return files.filter((_, at) => found[at]);
}

async function nearestIn(path: string, absolute: string): Promise<string | null> {
  const folder = dirname(absolute);
  let names = await readdir(folder).catch((): string[] => []);
  for (;;) {
    const name = nearestName(basename(absolute), names);
    if (name === undefined) return null;
    if (await looksLikeSuite(join(folder, name))) {
      const parent = dirname(path);
      return parent === "." ? name : join(parent, name);
    }
    names = names.filter((each) => each !== name);
  }
}

async function looksLikeSuite(file: string): Promise<boolean> {
  try {
    const facts = await stat(file);
    if (!facts.isFile() || facts.size > suiteBounds.fileBytes) return false;
    const text = await readFile(file, "utf8");
    return marks.every((mark) => mark.test(text));
  } catch {
    return false;
  }
}
