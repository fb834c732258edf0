import { dirname, join } from "node:path";
import { removeTree } from "./remove-tree.ts";

/** A layer that several workspaces and bases lie on. It goes with the last of them. */
export interface SharedLayer {
  readonly path: string;
  /** One more lies on it; to be let go by `release`. */
  hold(): void;
  release(): Promise<void>;
}

/** A layer in a room of its own, which is removed with it. Nobody holds it yet. */
export function sharedLayer(room: string): SharedLayer {
  const path = join(room, "layer");
  let holders = 0;
  return {
    path,
    hold() {
      holders += 1;
    },
    async release() {
      holders -= 1;
      if (holders === 0) await removeTree(dirname(path));
    },
  };
}
