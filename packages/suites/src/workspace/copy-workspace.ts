import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assembleWorkspace } from "./assemble-workspace.ts";
import { type Certainty, compareTrees } from "./compare-trees.ts";
import { copyTree } from "./copy-tree.ts";
import type { House } from "./house.ts";
import { lookAt } from "./look.ts";
import { openClosed } from "./open-closed.ts";
import { removeTree } from "./remove-tree.ts";
import { scanSource } from "./scan-source.ts";
import { makeHarmless } from "./snapshot.ts";
import type { SourceFacts } from "./source.ts";
import type { Workspace, WorkspaceBase } from "./workspace.ts";

/** What copied workspaces are made with. */
export interface CopyFacts {
  house: House;
  source: SourceFacts;
  /** The snapshot that is copied; it is removed with the base. */
  snapshot: string;
  room: string;
}

/** A base of which each workspace is a copy. */
export function copyBase(facts: CopyFacts): WorkspaceBase {
  let disposed: Promise<void> | null = null;
  const base: WorkspaceBase = {
    source: facts.source,
    drift: async () => [],
    create: () => copyWorkspace(facts, facts.snapshot, new Set()),
    dispose() {
      disposed ??= removeTree(facts.room);
      return disposed;
    },
    [Symbol.asyncDispose]: () => base.dispose(),
  };
  return base;
}

/** A copy of a folder, compared with the snapshot. `doubtful`: paths that may differ from the start. */
async function copyWorkspace(
  facts: CopyFacts,
  from: string,
  doubtful: ReadonlySet<string>,
): Promise<Workspace> {
  const room = await facts.house.room("workspace");
  const path = join(room, "files");
  await copyTree(from, path, { withoutTooDeep: from !== facts.snapshot });
  if (from !== facts.snapshot) await makeHarmless(path);
  const certainty = await certaintyOf(room, path, doubtful);
  const compare = () => compareTrees(path, facts.snapshot, certainty());
  return assembleWorkspace({
    path,
    basePath: facts.snapshot,
    scratch: room,
    source: facts.source,
    compare: async () => (await compare()).changes,
    async freeze() {
      await openClosed(path);
      // Looked at after the copy was made: whatever was written before it is then among the suspects.
      const frozen = new Set<string>();
      const workspace = await copyWorkspace(facts, path, frozen);
      for (const each of [...(await compare()).suspects, ...doubtful]) frozen.add(each);
      return workspace;
    },
    async toBase() {
      await openClosed(path);
      const own = await facts.house.room("base");
      await copyTree(path, join(own, "snapshot"), { withoutTooDeep: true });
      await makeHarmless(join(own, "snapshot"));
      return copyBase({ ...facts, snapshot: join(own, "snapshot"), room: own });
    },
    dispose: () => removeTree(room),
  });
}

/**
 * What was not touched since the copy: the system's own time of the last change, which nobody can set, is older than
 * the end of the copy, and all folders above are the ones that were copied.
 */
async function certaintyOf(
  room: string,
  path: string,
  doubtful: ReadonlySet<string>,
): Promise<() => Certainty> {
  const folders = new Map<string, bigint>();
  for (const folder of ["", ...(await scanSource(path)).folders]) {
    const facts = lookAt(`${path}/${folder}`);
    if (facts) folders.set(folder, facts.ino);
  }
  const stamp = join(room, "stamp");
  await writeFile(stamp, "");
  const copied = lookAt(stamp)!.ctimeNs;
  return () => {
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
}
