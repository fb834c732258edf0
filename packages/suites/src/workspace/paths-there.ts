import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

/** What stands at a path, no link followed; unknown where only the view can tell. */
type Seen = "folder" | "other" | "nothing" | "unknown";

/**
 * Whether something is at paths of a workspace, as its view has it, as long as nothing changes in it. What was seen of
 * a folder is not looked at again: an agent can leave folders within each other by the hundred, and to go down to the
 * last for each file in them would take hours.
 */
export function pathsThere({ path: root, view }: Pick<Workspace, "path" | "view">) {
  const known = new Map<string, Seen>();

  function seenAt(path: string): Seen {
    const before = path === "" ? "folder" : known.get(path);
    if (before !== undefined) return before;
    const above = seenAt(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    const seen = above === "folder" ? lookAt(join(root, path)) : above === "other" ? "nothing" : above;
    known.set(path, seen);
    return seen;
  }

  return async (path: string): Promise<boolean> => {
    const seen = seenAt(path);
    return seen === "unknown" ? (await view.kind(path)) !== "missing" : seen !== "nothing";
  };
}

function lookAt(path: string): Seen {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (!facts) return "nothing";
    if (facts.isSymbolicLink()) return "unknown";
    return facts.isDirectory() ? "folder" : "other";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENAMETOOLONG" ? "nothing" : "unknown";
  }
}
