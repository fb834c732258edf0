import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { lookAt } from "./look.ts";

/**
 * Opens a workspace that its agent has closed: else no command could be started in it, and nothing be said about it.
 * Where no sandbox holds the folder, the agent can also take it away, or put a link in its place: then nothing is in
 * it. Where none of this can be done nothing happens: whoever needs it will see.
 */
export function openRoot({ path }: { readonly path: string }): void {
  try {
    const facts = lookAt(path);
    if (!facts?.isDirectory()) {
      rmSync(path, { force: true });
      mkdirSync(path);
    } else if ((facts.mode & 0o700n) !== 0o700n) chmodSync(path, Number(facts.mode & 0o777n) | 0o700);
  } catch {}
}
