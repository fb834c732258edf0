import { lstatSync } from "node:fs";
import { join } from "node:path";
import { shortPath } from "../../text/named-paths.ts";
import { ledOutside } from "./led-outside.ts";

/** What readers must know of a project whose installed packages lie elsewhere: none of them is in a workspace. */
export function packagesElsewhere(project: string): string[] {
  const path = join(project, "node_modules");
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return [];
  const target = ledOutside(project, path);
  if (target === null) return [];
  return [
    `node_modules is a link out of the project, to ${shortPath(target)}, where nothing in a sandbox can look: remove it and install the packages in setup, or have them in the project itself.`,
  ];
}
