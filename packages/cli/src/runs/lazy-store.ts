import { existsSync } from "node:fs";
import { join } from "node:path";
import { openStore, type RunStore } from "@flow-state-dev/records";

/** The store of a folder, opened when it is first needed. */
export interface LazyStore extends AsyncDisposable {
  open(): RunStore;
  /** Whether there is one already. */
  readonly exists: boolean;
}

/** Nothing is made before something has to be kept. One that is open already stands for that of the folder. */
export function lazyStore(folder: string, opened?: RunStore): LazyStore {
  let store = opened;
  return {
    get exists() {
      return store !== undefined || existsSync(join(folder, ".x", "x.db"));
    },
    open() {
      store ??= openStore(folder);
      return store;
    },
    async [Symbol.asyncDispose]() {
      await store?.close();
    },
  };
}
