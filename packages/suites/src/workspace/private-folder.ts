import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readdir, readFile, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasEnded, type ProcessName, thisProcess } from "../process/process-name.ts";
import { removeTree } from "./remove-tree.ts";

const ownerFile = "owner.json";
const longAgoMs = 7 * 24 * 3600_000;

/** The folder all workspaces of this user live under: only the user can look into it. */
export async function workspacesRoot(parent = tmpdir()): Promise<string> {
  const user = process.getuid?.() ?? 0;
  const root = join(parent, `x-workspaces-${user}`);
  await mkdir(root, { mode: 0o700 }).catch(() => {});
  const facts = await lstat(root).catch(() => null);
  if (!facts?.isDirectory() || (process.getuid && facts.uid !== user)) return mkdtemp(`${root}-`);
  chmodSync(root, 0o700);
  return root;
}

/** A new folder below the root for the workspaces of this process. */
export async function privateFolder(root: string, write = writeFileSync): Promise<string> {
  const owner = JSON.stringify(thisProcess());
  for (let tries = 1; ; tries++) {
    const folder = mkdtempSync(join(root, "run-"));
    try {
      write(join(folder, ownerFile), owner, { mode: 0o600 });
      return folder;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      // Another process took the empty folder for one that was left behind.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries === 5) throw error;
    }
  }
}

/**
 * Removes such a folder, whose it is last: so what is left when the process is killed meanwhile is known as its own.
 */
export async function removePrivateFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name !== ownerFile) await removeTree(join(folder, name));
  await removeTree(folder);
}

/**
 * Removes what processes that are dead left under the root, and tells how many folders that were. What cannot be
 * removed is left to the next.
 */
export async function sweepLeftovers(root: string, read: ReadOwner = readOwner): Promise<number> {
  let removed = 0;
  for (const name of await readdir(root).catch(() => [])) {
    const folder = join(root, name);
    if (!name.startsWith("run-")) continue;
    // One without an owner was left at its very beginning or end; nobody works in it while it is empty.
    const removing = (await isLeftover(folder, read)) ? removePrivateFolder(folder) : rmdir(folder);
    removed += await removing.then(
      () => 1,
      () => 0,
    );
  }
  return removed;
}

type ReadOwner = (folder: string) => Promise<string>;

const readOwner: ReadOwner = (folder) => readFile(join(folder, ownerFile), "utf8");

/** So long after it could not be read, an owner that was just being written is there. */
const writingMs = 50;

/** Null when it cannot be told, for good. */
async function ownerOf(folder: string, read: ReadOwner): Promise<ProcessName | null> {
  for (let again = false; ; again = true) {
    try {
      return JSON.parse(await read(folder));
    } catch {
      if (again) return null;
      await pause(writingMs);
    }
  }
}

async function isLeftover(folder: string, read: ReadOwner): Promise<boolean> {
  const facts = await lstat(folder).catch(() => null);
  if (!facts) return false;
  // Of the time of day nothing is known: only where nobody can be asked does age decide.
  const old = Date.now() - facts.mtimeMs > longAgoMs;
  // An empty one may have been made this moment; it goes only as long as it is empty. The owner is first in it.
  if ((await readdir(folder).catch(() => [])).length === 0) return false;
  const owner = await ownerOf(folder, read);
  if (owner === null) return old;
  const here = thisProcess();
  // The ids of another namespace mean nothing here, and after a start of the machine nobody is left.
  if (owner.boot !== here.boot) return old || (owner.boot !== null && here.boot !== null);
  if (owner.namespace !== here.namespace) return old;
  return hasEnded(owner);
}
