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
 * @returns relative paths of what git would have run or followed
 */
export async function makeHarmless(folder: string, room?: string, preparing?: Preparing): Promise<string[]> {
  const scan = await scanSource(folder, preparing);
  if (room !== undefined) await sealSpecials(folder, scan.specials, room);
  const leaves = [...(room === undefined ? scan.specials : []), ...scan.gitLinks];
  for (const path of [...leaves, ...scan.ownFolders]) await removeEntry(join(folder, path));
  return neutraliseAll(folder, gitFolders(folder, scan.folders));
}

/** Makes git folders of a tree harmless; gives the relative paths of what git would have run or followed. */
export async function neutraliseAll(root: string, folders: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  for (const path of folders)
    told.push(...(await neutralise(join(root, path))).map((name) => `${path}/${name}`));
  return told;
}
