import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assembleWorkspace } from "./assemble-workspace.ts";
import { type Certainty, compareTrees } from "./compare-trees.ts";
import { copyTree } from "./copy-tree.ts";
import { type DiskUse, diskUseOf, moreThan } from "./disk-use.ts";
import type { House } from "./house.ts";
import { lookAt } from "./look.ts";
import { moveFolder } from "./move-folder.ts";
import { notLater } from "./not-later.ts";
import { openClosed } from "./open-closed.ts";
import { openRoot } from "./open-root.ts";
import { removeTree } from "./remove-tree.ts";
import { scanSource } from "./scan-source.ts";
import { makeHarmless } from "./snapshot.ts";
import type { SourceFacts } from "./source.ts";
import { wholeOrGone } from "./whole-or-gone.ts";
import type { Workspace, WorkspaceBase } from "./workspace.ts";

/** What copied workspaces are made with. */
export interface CopyFacts {
  house: House;
  source: SourceFacts;
  /** The snapshot that is copied; it is removed with the base. */
  snapshot: string;
  room: string;
}

interface BaseFacts extends CopyFacts {
  /** What the snapshot takes of the disk: looked at once, when somebody asks. */
  snapshotUse: () => Promise<DiskUse | null>;
}

/** What is known of a copy since it was made. */
interface KnownCopy {
  certainty: () => Certainty;
  /** Paths that may have differed from the start. */
  doubtful: Set<string>;
}

/** The name of the files in their room. */
const filesName = "files";

/** A base of which each workspace is a copy. */
export function copyBase(given: CopyFacts): WorkspaceBase {
  let disposed: Promise<void> | null = null;
  let use: Promise<DiskUse | null> | null = null;
  const facts: BaseFacts = {
    ...given,
    snapshotUse() {
      use ??= diskUseOf(given.snapshot);
      return use;
    },
  };
  const base: WorkspaceBase = {
    source: facts.source,
    drift: async () => [],
    create: () =>
      inNewRoom(facts, async (room) => {
        await copyTree(facts.snapshot, join(room, filesName));
        return copyWorkspace(facts, room, await knownCopy(room));
      }),
    dispose() {
      disposed ??= removeTree(facts.room);
      return disposed;
    },
    [Symbol.asyncDispose]: () => base.dispose(),
  };
  return base;
}

/** A new room for a workspace, which goes when that cannot be made in it. */
async function inNewRoom(facts: BaseFacts, make: (room: string) => Promise<Workspace>): Promise<Workspace> {
  const room = await facts.house.room("workspace");
  return wholeOrGone(room, () => make(room));
}

/** A workspace in a room that has its files, compared with the snapshot. */
function copyWorkspace(
  facts: BaseFacts,
  room: string,
  known: KnownCopy,
  disarmed: readonly string[] = [],
): Workspace {
  const path = join(room, filesName);
  const { certainty, doubtful } = known;
  const compare = () => compareTrees(path, facts.snapshot, certainty());
  return assembleWorkspace({
    path,
    basePath: facts.snapshot,
    scratch: room,
    source: facts.source,
    disarmed,
    disk: {
      folder: facts.house.folder,
      async written(open) {
        const [now, before] = [await diskUseOf(path, open), await facts.snapshotUse()];
        return now && before && moreThan(now, before);
      },
    },
    compare: async () => (await compare()).changes,
    async freeze(last) {
      openRoot({ path });
      await openClosed(path);
      return inNewRoom(facts, async (next) => {
        const files = join(next, filesName);
        if (last) await moveFolder(path, files);
        else await copyTree(path, files, { withoutTooDeep: true });
        const disarmed = await makeHarmless(files, next);
        await notLater(files);
        // The same files as before: what is known of them stays.
        if (last) return copyWorkspace(facts, next, known, disarmed);
        const copied = await knownCopy(next);
        // Looked at after the copy was made: whatever was written before it is then among the suspects.
        for (const each of [...(await compare()).suspects, ...doubtful]) copied.doubtful.add(each);
        return copyWorkspace(facts, next, copied, disarmed);
      });
    },
    async toBase() {
      openRoot({ path });
      await openClosed(path);
      const own = await facts.house.room("base");
      const snapshot = join(own, "snapshot");
      return wholeOrGone(own, async () => {
        await copyTree(path, snapshot, { withoutTooDeep: true });
        await makeHarmless(snapshot);
        return copyBase({ ...facts, snapshot, room: own });
      });
    },
    dispose: () => removeTree(room),
  });
}

/**
 * What was not touched since the copy: the system's own time of the last change, which nobody can set, is older than
 * the end of the copy, and all folders above are the ones that were copied.
 */
async function knownCopy(room: string): Promise<KnownCopy> {
  const path = join(room, filesName);
  const doubtful = new Set<string>();
  const folders = new Map<string, bigint>();
  for (const folder of ["", ...(await scanSource(path)).folders]) {
    const facts = lookAt(`${path}/${folder}`);
    if (facts) folders.set(folder, facts.ino);
  }
  const stamp = join(room, "stamp");
  await writeFile(stamp, "");
  const copied = lookAt(stamp)!.ctimeNs;
  const certainty = (): Certainty => {
    const trusted = new Map<string, boolean>();
    return {
      enter(folder, current) {
        const above = folder.includes("/") ? folder.slice(0, folder.lastIndexOf("/")) : "";
        const trust = (folder === "" || trusted.get(above) === true) && folders.get(folder) === current.ino;
        trusted.set(folder, trust);
        return {
          same: (name, facts) =>
            trust &&
            !facts.isDirectory() &&
            facts.ctimeNs < copied &&
            !doubtful.has(folder === "" ? name : `${folder}/${name}`),
        };
      },
    };
  };
  return { certainty, doubtful };
}
