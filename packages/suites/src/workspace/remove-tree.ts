import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { fewEntries } from "./few-entries.ts";
import { complaintOf, runTool } from "./run-tool.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** Removes a folder with all that is in it, read-only folders and paths of any depth too. No folder is no error. */
export async function removeTree(path: string): Promise<void> {
  if (process.platform === "win32") return rm(path, { recursive: true, force: true, maxRetries: 5 });
  if (fewEntries(path) && removedAtOnce(path)) return;
  const first = await runTool(["rm", "-rf", "--", path]);
  if (first.code === 0) return;
  await runTool(["chmod", "-R", "u+rwX", "--", path]);
  const second = await runTool(["rm", "-rf", "--", path]);
  if (second.code === 0) return;
  throw new WorkspaceError(
    "A workspace could not be removed",
    complaintOf(second),
    `Remove ${path} by hand.`,
  );
}

function removedAtOnce(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
