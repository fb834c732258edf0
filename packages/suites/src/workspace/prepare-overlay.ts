import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { House } from "./house.ts";
import { likeFolder } from "./like-folder.ts";
import { lookAt } from "./look.ts";
import { gitFolders, gitPrograms, neutralConfigOf } from "./neutral-git.ts";
import { canBeLayer, type OverlayStyle } from "./overlay-mount.ts";
import { overlayBase } from "./overlay-workspace.ts";
import type { Preparing } from "./preparing.ts";
import { removeTree } from "./remove-tree.ts";
import { complaintOf, runTool } from "./run-tool.ts";
import { type SourceScan, scanSource } from "./scan-source.ts";
import { takeSnapshot } from "./snapshot.ts";
import type { SourceFacts } from "./source.ts";
import { wholeOrGone } from "./whole-or-gone.ts";
import type { WorkspaceBase } from "./workspace.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** Up to here a source is copied once: a second or so, and nothing that happens to it later matters. */
const mostCopiedEntries = 20_000;
const mostCopiedBytes = 512 * 2 ** 20;

/** What a base by overlay is made with. */
export interface OverlayOptions {
  house: House;
  style: OverlayStyle;
  source: SourceFacts;
  /** Use the source where it lies? Default: when it is large. Where that is not possible it is copied anyway. */
  live?: boolean;
  preparing?: Preparing | undefined;
}

/**
 * A base that shows a folder by overlay: of a snapshot, or with the folder itself as the lowest layer when it is
 * large. That needs files that are all ours, one file system, and a path that mounts can take.
 */
export async function overlayOfFolder(path: string, options: OverlayOptions): Promise<WorkspaceBase> {
  const room = await options.house.room("base");
  return wholeOrGone(room, () => overlayIn(room, path, options));
}

async function overlayIn(room: string, path: string, options: OverlayOptions): Promise<WorkspaceBase> {
  const { live: asked, preparing, ...facts } = options;
  const scan = await scanSource(path, preparing);
  const large = scan.changed.size > mostCopiedEntries || scan.bytes > mostCopiedBytes;
  const cover = join(room, "cover");
  await mkdir(cover);
  if ((asked ?? large) && canBeLayer(path) && scan.own && scan.oneFileSystem) {
    try {
      await coverSource(path, cover, scan);
      return overlayBase({
        ...facts,
        layers: [cover, path],
        rooms: [room],
        drift: () => driftOf(path, scan),
      });
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      await removeTree(cover);
      await mkdir(cover);
    }
  }
  const snapshot = join(room, "snapshot");
  preparing?.onProgress?.({ doing: "copying", files: scan.changed.size });
  await takeSnapshot(path, snapshot, preparing);
  await likeFolder(snapshot, cover);
  return overlayBase({ ...facts, layers: [cover, snapshot], rooms: [room] });
}

async function driftOf(path: string, before: SourceScan): Promise<string[]> {
  const { changed } = await scanSource(path);
  const paths = new Set([...before.changed.keys(), ...changed.keys()]);
  return [...paths].filter((each) => before.changed.get(each) !== changed.get(each)).sort();
}

/** A base from a folder that is ours already. */
export async function overlayOfOwn(path: string, facts: OverlayOptions): Promise<WorkspaceBase> {
  const room = await facts.house.room("base");
  const cover = join(room, "cover");
  await mkdir(cover);
  await likeFolder(path, cover);
  return overlayBase({ ...facts, layers: [cover, path], rooms: [room, dirname(path)] });
}

/** Fills the layer over a source that hides what must not come along and replaces what could run. */
async function coverSource(source: string, cover: string, scan: SourceScan): Promise<void> {
  const gits = gitFolders(source, scan.folders);
  const hidden = [
    ...scan.ownFolders,
    ...scan.specials,
    ...scan.gitLinks,
    ...gits.flatMap((path) =>
      gitPrograms.map((name) => `${path}/${name}`).filter((inner) => lookAt(join(source, inner))),
    ),
  ];
  const folders = new Set<string>();
  for (const path of [...hidden, ...gits.map((each) => `${each}/config`)]) {
    for (let at = dirname(path); at !== "."; at = dirname(at)) folders.add(at);
  }
  for (const path of [...folders].sort()) await mkdir(join(cover, path));
  for (const path of gits)
    await writeFile(join(cover, path, "config"), await neutralConfigOf(join(source, path)));
  if (hidden.length > 0) {
    // A device 0/0 is what an overlay takes for "not there"; anybody may make one.
    const script = 'for path; do mknod "$path" c 0 0 || exit 1; done';
    const exit = await runTool(["sh", "-c", script, "sh", ...hidden.map((path) => join(cover, path))]);
    if (exit.code !== 0)
      throw new WorkspaceError("Files could not be hidden", complaintOf(exit), "They are copied instead.");
  }
  // The deepest first, since making a folder changes the times of the one above.
  for (const path of [...folders].sort().reverse()) await likeFolder(join(source, path), join(cover, path));
  await likeFolder(source, cover);
}
