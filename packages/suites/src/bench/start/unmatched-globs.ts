import { join } from "node:path";
import { compileGlob } from "../../expect/glob.ts";
import { lookAt, turnTaker } from "../../workspace/look.ts";
import { entriesOf } from "./entries-of.ts";

/** So many entries are looked at for one glob; behind them nobody looks, and nothing is said. */
const mostEntries = 200_000;

/** Of these globs those that nothing below a folder matches. */
export async function unmatchedGlobs(root: string, globs: readonly string[]): Promise<string[]> {
  const unmatched: string[] = [];
  for (const glob of globs) if (!(await matchesAny(root, glob))) unmatched.push(glob);
  return unmatched;
}

async function matchesAny(root: string, glob: string): Promise<boolean> {
  const compiled = compileGlob(glob);
  if (!compiled.ok) return true;
  const parts = glob.split("/").filter((part) => part !== "" && part !== ".");
  const wild = parts.findIndex((part) => /[*?[{]/.test(part));
  // Braces may hold a slash, so a glob with some is looked for everywhere.
  const sure = glob.includes("{") ? [] : parts.slice(0, wild === -1 ? undefined : wild);
  if (lookAt(join(root, ...sure, ".")) === null && lookAt(join(root, ...sure)) === null) return false;
  if (wild === -1) return true;
  const takeTurns = turnTaker();
  const todo = [sure.join("/")];
  let looked = 0;
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    await takeTurns();
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (compiled.matches(path) || ++looked > mostEntries) return true;
      if (entry.isDirectory()) todo.push(path);
    }
  }
  return false;
}
