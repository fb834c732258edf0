import type { Suite, SuiteCase } from "../../suite/suite.ts";
import { projectAround } from "../start/project-folder.ts";

/**
 * What to tell when cases work on the folder that somebody is in, such as a home with keys in it, though that is no
 * project and the suite is of one elsewhere: it was hardly meant. Null otherwise.
 */
export function noProjectNotice(
  suite: Pick<Suite, "folder">,
  cases: readonly Pick<SuiteCase, "workspace">[],
  folder: string,
): string | null {
  if (!cases.some(({ workspace }) => workspace.kind === "project") || projectAround(folder) !== null)
    return null;
  const own = projectAround(suite.folder);
  if (own === null) return null;
  return `Agents work on a copy of all that is in ${folder}, since it was called there; but nothing says that this is a project (no repository, no file such as package.json), and the suite is of ${own}. Call it there, or name the files as the workspace.`;
}
