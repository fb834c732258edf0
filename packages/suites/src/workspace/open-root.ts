import { chmodSync, statSync } from "node:fs";

/**
 * Opens a workspace that its agent has closed: else no command could be started in it, and nothing be said about it. Where
 * that cannot be done nothing happens: whoever needs it will see.
 */
export function openRoot({ path }: { readonly path: string }): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o700) !== 0o700) chmodSync(path, (mode & 0o777) | 0o700);
  } catch {}
}
