import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { projectFolder, type Suite } from "@flow-state-dev/suites";
import { ProjectPackageError } from "./project-package.ts";

/**
 * Throws a `ProjectPackageError` when a suite, or something that it names, is not in the project around the folder: it
 * would not be there on workers. Repositories by address are; they fetch them themselves.
 */
export function checkTravels(suite: Suite, folder: string): void {
  const root = projectFolder(folder);
  checkInside(resolve(folder, suite.file), root);
  for (const { id, workspace, hidden, solution } of suite.cases) {
    const place = workspace.kind === "project" ? null : workspace.absolute;
    for (const [what, path] of [
      ["workspace", place],
      ["hidden", hidden?.absolute],
      ["solution", solution?.absolute],
    ] as const) {
      if (path) checkInside(path, root, `The ${what} of the case ${id}, `);
    }
  }
}

/**
 * Throws a `ProjectPackageError` when the hash of a case would be another one on workers: its hidden files are part of
 * it, and some of them are left at home.
 */
export function checkHidden({ cases }: Suite, root: string, leftAtHome: readonly string[]): void {
  for (const { id, hidden } of cases) {
    if (!hidden) continue;
    const kept = leftAtHome.find((path) => isInside(resolve(root, path), hidden.absolute));
    if (kept === undefined) continue;
    throw new ProjectPackageError(
      `${kept} looks like it holds keys, which do not travel, and it is among the hidden files of the case ${id}, which have to. Put something there that is no key, or make it in setup.`,
    );
  }
}

/** Throws a `ProjectPackageError` for a path outside of the project, by where it really leads. */
export function checkInside(path: string, root: string, what = ""): void {
  if (isInside(path, root)) return;
  throw new ProjectPackageError(
    `${what}${path}${what && ","} is not in the project ${root}, which is what goes to the workers. Move it there, or call the command in the project that holds it.`,
  );
}

function isInside(path: string, root: string): boolean {
  const way = relative(realOr(root), realOr(path));
  return way !== ".." && !way.startsWith(`..${sep}`);
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
