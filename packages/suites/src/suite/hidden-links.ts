import { readdir, readlink } from "node:fs/promises";
import { join, posix } from "node:path";

/** Is it what every sandbox shows of its machine, or of its image? A link there is no mistake. */
export function isOfSystem(path: string): boolean {
  return /^\/(bin|dev|etc|lib(32|64|x32)?|opt|proc|sbin|usr)\//.test(posix.normalize(path));
}

/**
 * The first link below a hidden folder that leads out of it, and would lead nowhere in a workspace; null when there is
 * none. Links that stay in it may lead to what only the workspace has.
 */
export async function linkOut(folder: string): Promise<{ path: string; target: string } | null> {
  const todo = [""];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = posix.join(at, entry.name);
      if (entry.isDirectory()) todo.push(path);
      if (!entry.isSymbolicLink()) continue;
      const target = await readlink(join(folder, path)).catch(() => "");
      const isOut = target.startsWith("/") ? !isOfSystem(target) : /^\.\.(\/|$)/.test(posix.join(at, target));
      if (isOut) return { path, target };
    }
  }
  return null;
}
