import { existsSync } from "node:fs";
import { join } from "node:path";
import { compileGlob } from "../expect/glob.ts";
import type { FolderView } from "../expect/graded-workspace.ts";
import type { SuiteCase } from "../suite/suite.ts";
import { ignoreRules } from "../x-agent/tools/ignore-rules.ts";

const mostRulesBytes = 64 * 1024;

/**
 * Tells which files of a solution are its work. Not those that are put back or laid over before grading, in which
 * nothing counts, nor those that the `.gitignore` at the top of the workspace leaves out, which are made from the
 * others.
 */
export async function countedPaths(it: SuiteCase, workspace: FolderView): Promise<(path: string) => boolean> {
  const globs = it.protect.map(compileGlob);
  const rules = ignoreRules(
    Buffer.from((await workspace.read(".gitignore", mostRulesBytes)) ?? []).toString(),
  );
  const isIgnored = (path: string) => {
    const parts = path.split("/");
    return parts.some((_, at) => rules(parts.slice(0, at + 1).join("/"), at < parts.length - 1) === true);
  };
  return (path) =>
    !globs.some((glob) => glob.ok && glob.matches(path)) &&
    !(it.hidden !== null && existsSync(join(it.hidden.absolute, path))) &&
    !isIgnored(path);
}
