import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { nearestName } from "@flow-state-dev/core";
import { suiteBounds } from "./suite-limits.ts";

/** What every suite has, be it full of mistakes; settings of other programs and results do not have both. */
const marks = [/"cases"\s*:/, /"prompt"\s*:/];

/**
 * The suite in the same folder that was likely meant by a path that leads nowhere, in the form of that path; null when
 * none is near. A file of a near name that is no suite is not meant.
 *
 * @param path as it was typed
 * @param absolute the same from the root
 */
export async function nearestSuite(path: string, absolute: string): Promise<string | null> {
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
