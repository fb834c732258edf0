import { join } from "node:path";
import { copyTree } from "./copy-tree.ts";
import { gitFolders, neutralise } from "./neutral-git.ts";
import type { Preparing } from "./preparing.ts";
import { removeEntry } from "./put-files.ts";
import { ownFolder, scanSource } from "./scan-source.ts";
import { sealSpecials } from "./seal-specials.ts";

/** Copies a source once into a folder that does not exist yet, as workspaces need it. */
export async function takeSnapshot(source: string, to: string, preparing: Preparing = {}): Promise<void> {
  await copyTree(source, to, { leaveOut: [ownFolder], signal: preparing.signal });
  await makeHarmless(to, undefined, { signal: preparing.signal });
}

/**
 * Takes out what leads elsewhere or could run: sockets, pipes, `.git` links, hooks and settings of git.
 *
 * @param room a folder of ours on the same file system: then sockets and pipes stay, and nobody can open them
 */
export async function makeHarmless(folder: string, room?: string, preparing?: Preparing): Promise<void> {
  const scan = await scanSource(folder, preparing);
  if (room !== undefined) await sealSpecials(folder, scan.specials, room);
  const leaves = [...(room === undefined ? scan.specials : []), ...scan.gitLinks];
  for (const path of [...leaves, ...scan.ownFolders]) await removeEntry(join(folder, path));
  for (const path of gitFolders(folder, scan.folders)) await neutralise(join(folder, path));
}
