import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/** The folder of this process for its workspaces, and what was opened in it. */
export interface House {
  readonly folder: string;
  /** A new folder in it, by a name that was never given before. */
  room(kind: string): Promise<string>;
}

/** A house in a private folder. */
export function house(folder: string): House {
  let count = 0;
  return {
    folder,
    async room(kind) {
      const path = join(folder, `${kind}-${++count}`);
      await mkdir(path, { mode: 0o700 });
      return path;
    },
  };
}
