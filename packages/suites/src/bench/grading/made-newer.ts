import { lutimes } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "../../workspace/workspace.ts";

/**
 * Gives files the time of now, those that are there. Tools that go by times (make, cargo) then build what grades anew,
 * rather than to take what the agent had built from what it found or put there.
 */
export async function makeNewer({ path }: Workspace, files: readonly string[]): Promise<void> {
  const now = new Date();
  for (const file of files)
    await lutimes(join(path, file), now, now).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    });
}
