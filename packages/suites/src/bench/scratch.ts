import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { privateFolder, removePrivateFolder, workspacesRoot } from "../workspace/private-folder.ts";
import { removeTree } from "../workspace/remove-tree.ts";

/** A place for what cases need beside their workspaces. */
export interface Scratch {
  folder: string;
  /** A folder in it, to be disposed of. */
  make(): Promise<{ path: string } & AsyncDisposable>;
  remove(): Promise<void>;
}

/** Left behind, it is removed with the workspaces of dead processes. */
export async function openScratch(): Promise<Scratch> {
  const folder = await privateFolder(await workspacesRoot());
  return {
    folder,
    async make() {
      const path = await mkdtemp(join(folder, "scratch-"));
      // Most hold a file or two; a process to remove them would take longer than the rest of it.
      const remove = () => rm(path, { recursive: true }).catch(() => removeTree(path));
      return { path, [Symbol.asyncDispose]: remove };
    },
    remove: () => removePrivateFolder(folder),
  };
}
