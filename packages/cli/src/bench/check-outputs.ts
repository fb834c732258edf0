import { closeSync, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { excludedPaths, projectFolder, type Suite } from "@flow-state-dev/suites";
import { isWithin, OutputFileError, realPath } from "../files/output-file.ts";
import type { OutputFlags } from "../files/prepare-outputs.ts";

/**
 * Finds out whether something that is to be written is of the suites themselves: a suite, what it hides from agents, or
 * what agents work on. Looks only. Throws `OutputFileError`.
 */
export function checkOutputs(
  { output, junit, keep }: OutputFlags,
  folder: string,
  suites: readonly Suite[],
): void {
  const asked = Object.entries({ "--output": output, "--junit": junit, "--keep": keep });
  const written = asked.filter((each): each is [string, string] => each[1] !== undefined);
  for (const suite of written.length === 0 ? [] : suites) {
    const taken = placesOf(suite, folder);
    for (const [flag, typed] of written) {
      const path = realPath(resolve(folder, typed));
      // A folder is no file, wherever it is: whoever tries to write it says so.
      if (flag !== "--keep" && statSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
      const place = taken.find(({ at, files }) => isWithin(path, at) && (!files || isForeignFile(path)));
      if (place) throw new OutputFileError(typed, place.problem, flag);
    }
  }
}

interface Place {
  /** Where a path really leads. */
  at: string;
  /** Only files that are there already are in the way; else everything that would be in it. */
  files: boolean;
  problem: string;
}

function placesOf(suite: Suite, folder: string): Place[] {
  const here = realPath(folder);
  const own = realPath(resolve(folder, suite.file));
  const hidden = excludedPaths(suite)
    .map(realPath)
    // Nobody means the folder that he works in, or one around it; what is to be run is told as that.
    .filter((at) => !isWithin(here, at) && at !== own)
    .map((at) => ({
      ...{ at, files: false },
      problem: `it is of the suite ${suite.name}, and nothing that agents may see; name a file elsewhere`,
    }));
  return [...hidden, ...suite.cases.flatMap(({ workspace }) => workspaceOf(suite, workspace, folder, here))];
}

function workspaceOf(
  { name }: Suite,
  workspace: Suite["cases"][number]["workspace"],
  folder: string,
  here: string,
): Place[] {
  const taken = "and no earlier result; name another";
  if (workspace.kind === "project") {
    const problem = `it is a file of the project that agents work on, ${taken}`;
    return [{ at: realPath(projectFolder(folder)), files: true, problem }];
  }
  if (workspace.absolute === null) return [];
  const at = realPath(workspace.absolute);
  const what = `the workspace ${workspace.kind === "folder" ? workspace.path : workspace.repository} of the suite ${name}`;
  return isWithin(here, at)
    ? [{ at, files: true, problem: `it is a file of ${what}, ${taken}` }]
    : [{ at, files: false, problem: `it is in ${what}; name a file elsewhere` }];
}

/** Results begin with the name of their suite, reports of tests with that of the form. */
const earlier = /^(?:\[\s*)?\{\s*"suite":|^<\?xml[^>]*>\s*<testsuites\b/;

/** A file with something in it that was not written by an earlier run. */
function isForeignFile(path: string): boolean {
  try {
    const there = statSync(path);
    return there.isFile() && there.size > 0 && !earlier.test(beginningOf(path));
  } catch {
    // Not there, or not to be reached: whoever tries to write it says why.
    return false;
  }
}

/** Empty when it cannot be read: what is not known to be a result is not written over. */
function beginningOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(200);
      return bytes.toString("utf8", 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
