import { lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { assembleWorkspace } from "./assemble-workspace.ts";
import { type Certainty, compareTrees } from "./compare-trees.ts";
import { copyTree } from "./copy-tree.ts";
import { type DiskUse, diskUseOf, together } from "./disk-use.ts";
import type { House } from "./house.ts";
import { likeFolder } from "./like-folder.ts";
import { namesInOurs } from "./look.ts";
import { moveFolder } from "./move-folder.ts";
import { gitFolders } from "./neutral-git.ts";
import { notLater } from "./not-later.ts";
import { openClosed } from "./open-closed.ts";
import { mountOverlay, type OverlayMount, type OverlayStyle } from "./overlay-mount.ts";
import { removeEntry } from "./put-files.ts";
import { removeTree } from "./remove-tree.ts";
import { scanSource } from "./scan-source.ts";
import { sealSpecials } from "./seal-specials.ts";
import { type SharedLayer, sharedLayer } from "./shared-layer.ts";
import { neutraliseAll } from "./snapshot.ts";
import type { SourceFacts } from "./source.ts";
import { wholeOrGone } from "./whole-or-gone.ts";
import type { Workspace, WorkspaceBase } from "./workspace.ts";

/** What overlay workspaces are made with. */
export interface OverlayFacts {
  house: House;
  style: OverlayStyle;
  source: SourceFacts;
  /** The base, at least two layers, the uppermost first. */
  layers: readonly string[];
  /** What is removed with the base. */
  rooms: readonly string[];
  /** Of the layers those that others lie on too. */
  shared?: readonly SharedLayer[];
  /** Set when the lowest layer is the source itself. */
  drift?: () => Promise<string[]>;
}

/** A base of layers that are never written. */
export function overlayBase(facts: OverlayFacts): WorkspaceBase {
  let disposed: Promise<void> | null = null;
  for (const layer of facts.shared ?? []) layer.hold();
  const base: WorkspaceBase = {
    source: facts.source,
    drift: facts.drift ?? (async () => []),
    create: () => overlayWorkspace(facts, []),
    dispose() {
      disposed ??= removeAll(facts.rooms, facts.shared ?? []);
      return disposed;
    },
    [Symbol.asyncDispose]: () => base.dispose(),
  };
  return base;
}

/**
 * A workspace over the base and, with `frozen`, over what was written in another workspace before: in these layers of
 * it, and it is made harmless.
 */
async function overlayWorkspace(
  facts: OverlayFacts,
  frozen: readonly SharedLayer[],
  layersBefore: readonly string[] = [],
): Promise<Workspace> {
  const room = await facts.house.room("workspace");
  for (const layer of frozen) layer.hold();
  let opened: OverlayMount | undefined;
  const dispose = async () => {
    opened?.close();
    await removeAll([room], frozen);
  };
  try {
    const below = frozen.map(({ path }) => path);
    const upper = join(room, "upper");
    opened = await mountIn(room, upper, [...below, ...facts.layers], facts);
    const disarmed = await neutraliseWritten(opened.path, layersBefore);
    return mountedWorkspace(facts, { room, upper, frozen, mount: opened, disarmed, dispose });
  } catch (error) {
    // On a full disk what is left of it would keep others from working.
    await dispose().catch(() => {});
    throw error;
  }
}

/** An overlay of these layers, the base beside it, with all that it needs in a room. */
async function mountIn(
  room: string,
  upper: string,
  lower: readonly string[],
  { layers, style }: OverlayFacts,
): Promise<OverlayMount> {
  const [work, at, baseAt] = ["work", "merged", "base"].map((name) => join(room, name));
  for (const folder of [upper, work!, at!, baseAt!]) await mkdir(folder);
  await likeFolder(lower[0]!, upper);
  return mountOverlay({ lower, upper, work: work!, at: at!, base: { layers, at: baseAt! } }, style);
}

/** What a workspace is made of once it is mounted. */
interface Mounted {
  room: string;
  /** What is written in it. */
  upper: string;
  frozen: readonly SharedLayer[];
  mount: OverlayMount;
  disarmed: readonly string[];
  dispose(): Promise<void>;
}

function mountedWorkspace(
  facts: OverlayFacts,
  { room, upper, frozen, mount, disarmed, dispose }: Mounted,
): Workspace {
  const below = frozen.map(({ path }) => path);
  const written = [upper, ...below];

  /** What was written so far, as a layer of its own; with `last` nobody writes any more. */
  const layerOf = async (kind: "frozen" | "base", last = false): Promise<SharedLayer> => {
    const own = await facts.house.room(kind);
    const layer = sharedLayer(own);
    return wholeOrGone(own, async () => {
      await openClosed(upper);
      if (last) mount.close();
      if (last) await moveFolder(upper, layer.path);
      else await copyTree(upper, layer.path, { keepEverything: true, withoutTooDeep: true });
      const { specials } = await scanSource(layer.path);
      if (kind === "frozen") {
        await sealSpecials(layer.path, specials, own);
        await notLater(layer.path);
      } else await dropSpecials(layer.path, specials);
      return layer;
    });
  };
  return assembleWorkspace({
    path: mount.path,
    disarmed,
    entrance: mount.entrance,
    basePath: mount.basePath,
    scratch: room,
    source: facts.source,
    disk: { folder: facts.house.folder, written: (open) => sumOfUses(written, open) },
    compare: async () => (await compareTrees(mount.path, mount.basePath, byLayers(written))).changes,
    async freeze(last) {
      const layer = await layerOf("frozen", last);
      return overlayWorkspace(facts, [layer, ...frozen], [layer.path, ...below]);
    },
    async toBase() {
      await openClosed(upper);
      await neutraliseWritten(mount.path, [upper]);
      const layer = await layerOf("base");
      const layers = [layer.path, ...below, ...facts.layers];
      return overlayBase({ ...facts, layers, rooms: [], shared: [layer, ...frozen] });
    },
    dispose,
  });
}

async function sumOfUses(folders: readonly string[], open?: boolean): Promise<DiskUse | null> {
  const uses: DiskUse[] = [];
  for (const folder of folders) {
    const use = await diskUseOf(folder, open);
    if (use === null) return null;
    uses.push(use);
  }
  return together(uses);
}

/** What is in none of the written layers, and is the same file as in the base, did not change. */
function byLayers(written: readonly string[]): Certainty {
  return {
    enter(path) {
      const touched = new Set(written.flatMap((layer) => namesInOurs(join(layer, path))));
      return {
        same: (name, current, base) =>
          !touched.has(name) &&
          current.ino === base.ino &&
          current.size === base.size &&
          current.mtimeNs === base.mtimeNs &&
          current.mode === base.mode,
      };
    },
  };
}

/** A base has no pipes and sockets. Whiteouts, which are devices, have to stay. */
async function dropSpecials(layer: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const facts = await lstat(join(layer, path));
    if (!facts.isCharacterDevice()) await removeEntry(join(layer, path));
  }
}

/** Git folders in which something was written are made harmless again, and links in the place of one are removed. */
async function neutraliseWritten(root: string, written: readonly string[]): Promise<string[]> {
  const disarmed: string[] = [];
  for (const layer of written) {
    const scan = await scanSource(layer);
    disarmed.push(...(await neutraliseAll(root, gitFolders(root, scan.folders))));
    for (const path of scan.gitLinks) await removeEntry(join(root, path));
  }
  return disarmed;
}

async function removeAll(rooms: readonly string[], shared: readonly SharedLayer[]): Promise<void> {
  for (const room of rooms) await removeTree(room);
  for (const layer of shared) await layer.release();
}
