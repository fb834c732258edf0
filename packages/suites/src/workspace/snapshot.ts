import { rm } from "node:fs/promises";
import { join } from "node:path";
import { copyTree } from "./copy-tree.ts";
import { gitFolders, neutralise } from "./neutral-git.ts";
import { removeEntry } from "./put-files.ts";
import { ownFolder, scanSource } from "./scan-source.ts";

/** Copies a source once into a folder that does not exist yet, as workspaces need it. */
export async function takeSnapshot(source: string, to: string): Promise<void> {
  await copyTree(source, to, { leaveOut: [ownFolder] });
  await makeHarmless(to);
}

/** Takes out what leads elsewhere or could run: sockets, pipes, `.git` links, hooks and settings of git. */
export async function makeHarmless(folder: string): Promise<void> {
  const scan = await scanSource(folder);
  for (const path of [...scan.specials, ...scan.gitLinks]) await rm(join(folder, path), { force: true });
  for (const path of scan.ownFolders) await removeEntry(join(folder, path));
  for (const path of gitFolders(folder, scan.folders)) await neutralise(join(folder, path));
}
