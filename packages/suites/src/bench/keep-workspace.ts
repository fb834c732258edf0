import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "../workspace/workspace.ts";

/** Copies the workspace of a case into a folder, as `<folder>/<case>-<agent>-<run>`; an older one there is added to. */
export function keeper(
  folder: string,
  { agent, caseId, run }: { agent: string; caseId: string; run: number },
): (workspace: Workspace) => Promise<void> {
  const name = `${caseId}-${agent}-${run + 1}`.replaceAll(/[^\w.-]+/g, "-");
  return async ({ path }) => {
    const target = join(folder, name);
    await mkdir(target, { recursive: true });
    await cp(path, target, { recursive: true, verbatimSymlinks: true, force: true });
  };
}
