import type { RunStore } from "@flow-state-dev/records";
import { afterAll, beforeAll } from "vitest";
import { patience } from "./browser.ts";
import { sampleFolder } from "./sample-store.ts";
import { xView } from "./x-view.ts";

/** The real `x view` on a folder with runs, for the tests of a file. */
export interface FolderInView {
  readonly path: string;
  /** The address of a place in the page, such as `/run/last`, with what opens it. */
  at(place: string): string;
}

/** Makes a folder whose store is filled before the first test, starts `x view` on it, and ends both after the last. */
export function useView(fill: (store: RunStore) => Promise<void>): FolderInView {
  let folder: Awaited<ReturnType<typeof sampleFolder>> | undefined;
  let view: Awaited<ReturnType<typeof xView>> | undefined;
  beforeAll(async () => {
    folder = await sampleFolder();
    await fill(folder.store);
    view = await xView(folder.path);
  }, patience);
  afterAll(async () => {
    await view?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  }, patience);
  return {
    get path() {
      return folder!.path;
    },
    at: (place) => view!.link.replace(/#.*/, `#${place}`),
  };
}
