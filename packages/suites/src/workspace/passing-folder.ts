import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { privateFolder, workspacesRoot } from "./private-folder.ts";

/**
 * A new empty folder for a moment's work: disposing removes it. It lies among the workspaces, so that what is left of
 * it when the process is killed goes with what dead processes left there.
 */
export async function passingFolder(): Promise<{ path: string } & AsyncDisposable> {
  const folder = await privateFolder(await workspacesRoot());
  const path = join(folder, "room");
  await mkdir(path, { mode: 0o700 });
  const remove = async () => {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return { path, [Symbol.asyncDispose]: remove };
}
