import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { mountSmallDisk, type SmallDisk } from "../faults/small-disk.ts";

/** Where a round happens: folders of its own, found again by its marker. */
export interface Place extends Disposable {
  /** In the environment and the command lines of everything that the round starts. */
  marker: string;
  root: string;
  /** Where the commands are called. */
  project: string;
  /** TMPDIR. */
  temporary: string;
  /** The file of the store. */
  store: string;
  /** For copies that are looked at. */
  aside: string;
  disk: SmallDisk | null;
}

const diskMegabytes = 48;

/** Where the round of a seed happens. Short: the path of a socket has room for about a hundred bytes. */
export function roundFolder(parent: string, seed: number): string {
  return join(parent, `r${seed}`);
}

/** Makes the folders of a round below `parent`; disposing removes them, unless `kept` says to leave them. */
export function makePlace(parent: string, seed: number, onDisk: boolean, kept: () => boolean): Place {
  const root = roundFolder(parent, seed);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const disk = onDisk ? mountSmallDisk(join(root, "disk"), diskMegabytes) : null;
  const home = disk?.path ?? root;
  const place = {
    ...{ marker: `x-chaos-${process.pid}-${seed}`, root, disk },
    project: join(home, "project"),
    temporary: join(home, "tmp"),
    store: join(home, "project", ".x", "x.db"),
    aside: join(root, "aside", "x.db"),
  };
  for (const folder of [place.project, place.temporary]) mkdirSync(folder);
  return {
    ...place,
    [Symbol.dispose]() {
      disk?.[Symbol.dispose]();
      if (!kept()) rmSync(root, { recursive: true, force: true });
    },
  };
}
