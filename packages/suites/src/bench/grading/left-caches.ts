import { join } from "node:path";
import { removeEntry } from "../../workspace/put-files.ts";
import type { Change, Workspace } from "../../workspace/workspace.ts";

const cache = /(?:^|\/)__pycache__(?:\/|$)/;

/**
 * Bytecode of Python that the agent left: Python runs it in place of the source, a hidden test too, and need not look
 * whether it was made from that. It is made anew by whoever needs it.
 */
export function leftCaches(changes: readonly Change[]): string[] {
  return changes.filter(({ kind, path }) => kind !== "deleted" && cache.test(path)).map(({ path }) => path);
}

/** Removes what stands at these relative paths, none of which may lie behind a link. */
export async function removeCaches({ path }: Workspace, caches: readonly string[]): Promise<void> {
  for (const each of caches) await removeEntry(join(path, each));
}
