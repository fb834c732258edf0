import { lstatSync } from "node:fs";
import { join } from "node:path";
import { pointerInside } from "../../workspace/git-pointer.ts";
import { turnTaker } from "../../workspace/look.ts";
import { ownFolder } from "../../workspace/scan-source.ts";
import { keptIn, keptList } from "../case/keep-workspace.ts";
import { entriesOf } from "./entries-of.ts";
import { keyFileTest } from "./key-files.ts";
import { ledOutside } from "./led-outside.ts";
import { isLeftByRuns } from "./left-by-runs.ts";
import type { SuiteCopyTest } from "./suite-copies.ts";

/** What of a project matters to whoever lets agents look at it, by relative paths. */
export interface SourceSurvey {
  /** What earlier runs left, answers in it: results, exported runs, reports, kept workspaces. */
  leftovers: string[];
  /** Copies of the suite, such as backups of editors. */
  suiteCopies: string[];
  /** Files that look like they hold keys. */
  keyFiles: string[];
  /** Where git's own files lie outside of the project: linked worktrees, submodules of others, borrowed objects. */
  gitElsewhere: string[];
  /** Environments of Python whose interpreter lies where a sandbox shows nothing, as those of pyenv and uv do. */
  pythonElsewhere: string[];
}

const passedOver = new Set([".git", "node_modules", ownFolder]);

/** Looks through a project once, without its packages and without git's own files. Nothing is written there. */
export async function surveySource(root: string, isCopy?: SuiteCopyTest): Promise<SourceSurvey> {
  const found: SourceSurvey = {
    leftovers: [],
    suiteCopies: [],
    keyFiles: [],
    gitElsewhere: [],
    pythonElsewhere: [],
  };
  const holdsKeys = keyFileTest();
  const takeTurns = turnTaker();
  const todo = [""];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    await takeTurns();
    const kept = new Set(keptIn(join(root, folder)));
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === ".git" && leadsElsewhere(root, path)) found.gitElsewhere.push(path);
      if (kept.has(entry.name) || entry.name === keptList) found.leftovers.push(path);
      else if (entry.isDirectory() && !passedOver.has(entry.name)) todo.push(path);
      else if (!entry.isFile()) continue;
      else if (entry.name === "pyvenv.cfg" && ledOutside(root, join(root, folder, "bin/python")) !== null)
        found.pythonElsewhere.push(folder);
      else if (isLeftByRuns(join(root, folder), entry.name)) found.leftovers.push(path);
      else if (isCopy?.(join(root, folder), entry.name)) found.suiteCopies.push(path);
      else if (holdsKeys(join(root, folder), entry.name)) found.keyFiles.push(path);
    }
  }
  const sorted = Object.entries(found).map(([name, paths]) => [name, paths.sort()]);
  return Object.fromEntries(sorted);
}

/**
 * A file in the place of the folder that leads out of the project, or objects that are borrowed from another
 * repository.
 */
function leadsElsewhere(root: string, path: string): boolean {
  const facts = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!facts?.isDirectory()) return facts !== undefined && pointerInside(root, path) === null;
  return lstatSync(join(root, path, "objects/info/alternates"), { throwIfNoEntry: false }) !== undefined;
}
