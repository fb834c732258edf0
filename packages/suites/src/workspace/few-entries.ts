import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";

/** With so many it takes about as long to look at them as to start a process that does. */
const few = 100;

/**
 * Facts of a folder and of all that is in it, at any depth; null when that is more than a few, or not all of it can be
 * looked at. Most of what cases leave is so little that to start a process for it takes longer than the work.
 */
export function fewEntries(folder: string): Stats[] | null {
  const entries: Stats[] = [];
  const visit = (path: string): boolean => {
    const facts = lstatSync(path);
    if (entries.push(facts) > few) return false;
    if (!facts.isDirectory()) return true;
    const names = readdirSync(path);
    return entries.length + names.length <= few && names.every((name) => visit(join(path, name)));
  };
  try {
    return visit(folder) ? entries : null;
  } catch {
    return null;
  }
}
