import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { isOfSystem } from "../../suite/hidden-links.ts";

/** Where a path of a project leads that leads out of it, to where a sandbox shows nothing; null for all others. */
export function ledOutside(project: string, path: string): string | null {
  try {
    const target = realpathSync(path);
    const isInside = !relative(realpathSync(project), target).startsWith("..");
    return isInside || isOfSystem(target) ? null : target;
  } catch {
    return null;
  }
}
