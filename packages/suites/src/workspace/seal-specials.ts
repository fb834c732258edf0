import { closeSync, linkSync, lstatSync, openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { inOpenFolder } from "./in-open-folder.ts";

/**
 * Puts something that nobody can open, root neither, in the place of pipes and devices, which make whoever opens them
 * wait or lead out of the workspace: a socket that nobody listens on. So they are still there for who looks. Sockets
 * are such already, and whiteouts, the devices by which a layer says that something is gone, have to stay.
 *
 * @param room a folder of ours on the same file system
 */
export async function sealSpecials(folder: string, paths: readonly string[], room: string): Promise<void> {
  let dead: string | null = null;
  let names = 0;
  for (const path of paths) {
    const facts = lstatSync(join(folder, path));
    if (facts.isSocket() || (facts.isCharacterDevice() && facts.rdev === 0)) continue;
    // A file may have some thousand names, no more.
    if (dead === null || ++names % 1_000 === 0) dead = await deadSocket(room, dead);
    const at = join(folder, path);
    const by = dead;
    await inOpenFolder(dirname(at), () => {
      rmSync(at, { force: true });
      linkSync(by, at);
    });
  }
  if (dead !== null) rmSync(dead);
}

/** A socket that nobody listens on any more, in place of the one before. */
async function deadSocket(room: string, before: string | null): Promise<string> {
  if (before !== null) rmSync(before);
  const path = join(room, "dead");
  const held = openSync(room, "r");
  try {
    // A socket cannot be made by a long path.
    const at = process.platform === "linux" ? `/proc/self/fd/${held}/listening` : join(room, "listening");
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ path: at, exclusive: true }, resolve);
    });
    linkSync(join(room, "listening"), path);
    await new Promise((resolve) => server.close(resolve));
  } finally {
    closeSync(held);
  }
  return path;
}
