import { lstatSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { isOfSystem } from "../../suite/hidden-links.ts";
import { shortPath } from "../../text/named-paths.ts";

/** What readers must know of a project whose installed packages lie elsewhere: none of them is in a workspace. */
export function packagesElsewhere(project: string): string[] {
  const path = join(project, "node_modules");
  try {
    if (!lstatSync(path).isSymbolicLink()) return [];
    const target = realpathSync(path);
    const isInside = !relative(realpathSync(project), target).startsWith("..");
    if (isInside || isOfSystem(target)) return [];
    return [
      `node_modules is a link out of the project, to ${shortPath(target)}, where nothing in a sandbox can look: remove it and install the packages in setup, or have them in the project itself.`,
    ];
  } catch {
    return [];
  }
}
