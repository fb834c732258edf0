import { lstat, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { assembleWorkspace } from "./assemble-workspace.ts";
import { type Certainty, compareTrees } from "./compare-trees.ts";
import { copyTree } from "./copy-tree.ts";
import type { House } from "./house.ts";
import { likeFolder } from "./like-folder.ts";
import { namesIn } from "./look.ts";
import { gitFolders, neutralise } from "./neutral-git.ts";
import { mountOverlay, type OverlayStyle } from "./overlay-mount.ts";
import { removeTree } from "./remove-tree.ts";
import { scanSource } from "./scan-source.ts";
import type { SourceFacts } from "./source.ts";
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
  /** Set when the lowest layer is the source itself. */
  drift?: () => Promise<string[]>;
}

/** A base of layers that are never written. */
export function overlayBase(facts: OverlayFacts): WorkspaceBase {
  let disposed: Promise<void> | null = null;
  const base: WorkspaceBase = {
    source: facts.source,
    drift: facts.drift ?? (async () => []),
    create: () => overlayWorkspace(facts, []),
    dispose() {
      disposed ??= removeAll(facts.rooms);
      return disposed;
    },
    [Symbol.asyncDispose]: () => base.dispose(),
  };
  return base;
}

/** A workspace over the base and, with `frozen`, over what was written in another workspace before. */
async function overlayWorkspace(facts: OverlayFacts, frozen: readonly string[]): Promise<Workspace> {
  const room = await facts.house.room("workspace");
  const [upper, work, at, baseAt] = ["upper", "work", "merged", "base"].map((name) => join(room, name));
  for (const folder of [upper!, work!, at!, baseAt!]) await mkdir(folder);
  const lower = [...frozen, ...facts.layers];
  await likeFolder(lower[0]!, upper!);
  const mount = await mountOverlay(
    { lower, upper: upper!, work: work!, at: at!, base: { layers: facts.layers, at: baseAt! } },
    facts.style,
  );
  const written = [upper!, ...frozen];

  /** What was written so far, as a layer of its own. */
  const layerOf = async (kind: string): Promise<string> => {
    const folder = await facts.house.room(kind);
    const layer = join(folder, "layer");
    await copyTree(upper!, layer, { keepEverything: true, withoutTooDeep: true });
    await dropSpecials(layer);
    return layer;
  };
  return assembleWorkspace({
    path: mount.path,
    entrance: mount.entrance,
    basePath: mount.basePath,
    scratch: room,
    source: facts.source,
    compare: async () => (await compareTrees(mount.path, mount.basePath, byLayers(written))).changes,
    async freeze() {
      const layer = await layerOf("frozen");
      const workspace = await overlayWorkspace(facts, [layer, ...frozen]);
      await neutraliseWritten(workspace.path, [layer, ...frozen]);
      return workspace;
    },
    async toBase() {
      const layer = await layerOf("base");
      const layers = [layer, ...frozen, ...facts.layers];
      return overlayBase({ ...facts, layers, rooms: [join(layer, "..")] });
    },
    async dispose() {
      mount.close();
      await removeTree(room);
    },
  });
}

/** What is in none of the written layers, and is the same file as in the base, did not change. */
function byLayers(written: readonly string[]): Certainty {
  return {
    enter(path) {
      const touched = new Set(written.flatMap((layer) => namesIn(join(layer, path))));
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

/** Pipes and sockets make whoever opens them wait. Whiteouts, which are devices, have to stay. */
async function dropSpecials(layer: string): Promise<void> {
  for (const path of (await scanSource(layer)).specials) {
    const facts = await lstat(join(layer, path));
    if (!facts.isCharacterDevice()) await rm(join(layer, path));
  }
}

/** Git folders in which something was written are made harmless again, and links in the place of one are removed. */
async function neutraliseWritten(root: string, written: readonly string[]): Promise<void> {
  for (const layer of written) {
    const scan = await scanSource(layer);
    for (const path of gitFolders(root, scan.folders)) await neutralise(join(root, path));
    for (const path of scan.gitLinks) await rm(join(root, path), { force: true });
  }
}

async function removeAll(rooms: readonly string[]): Promise<void> {
  for (const room of rooms) await removeTree(room);
}
