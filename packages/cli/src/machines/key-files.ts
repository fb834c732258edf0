import { execFile } from "node:child_process";
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { keyFileTest } from "@flow-state-dev/suites";
import type { LeftOut } from "./project-hash.ts";

/** Installed packages hold what was published; objects of git are no files of this kind. */
const passedOver = /(?:^|\/)(?:node_modules|\.git\/(?:objects|refs|logs|lfs))$/;

/**
 * The files of a project that look like they hold keys, by sorted relative paths: they stay at home when it travels.
 * The settings of git are among them when an address or a header in them has a password; git works without.
 */
export function keyFilesOf(root: string, leftOut: LeftOut): string[] {
  const holdsKeys = keyFileTest();
  const found: string[] = [];
  const todo = [""];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (leftOut.has(entry.name) || passedOver.test(path)) continue;
      if (entry.isDirectory()) todo.push(path);
      else if (entry.isFile() && holdsKeys(join(root, folder), entry.name)) found.push(path);
    }
  }
  return found.sort();
}

/** What to say about files that did not travel; empty when all did. Those in `tracked` are in the history that does. */
export function leftAtHomeText(paths: readonly string[], tracked: readonly string[] = []): string {
  if (paths.length === 0) return "";
  const line = `left at home: ${paths.join(", ")} (looks like keys; workers use their own)\n`;
  if (tracked.length === 0) return line;
  return `${line}warning: The history of git travels, and holds ${tracked.join(", ")}. Take the keys out of it, and have new ones made.\n`;
}

/** Which of these files git has under its control; none without git. */
export async function trackedOf(root: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const args = ["-C", root, "--literal-pathspecs", "ls-files", "-z", "--", ...paths];
  const listed = await promisify(execFile)("git", args).catch(() => null);
  return listed?.stdout.split("\0").filter((path) => path !== "") ?? [];
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}
