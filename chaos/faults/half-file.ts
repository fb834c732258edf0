import { copyFileSync, existsSync, globSync, mkdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";

/** Cuts a file off; `left` is the share that stays, 0 to 1. Nothing happens when it is not there. */
export function halve(file: string, left: number): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== undefined) truncateSync(file, Math.floor(size * left));
}

/** Cuts off every third of the files below a folder. */
export function halveSome(folder: string, left: number): void {
  const files = globSync("**/*.json", { cwd: folder }).sort();
  for (const [at, file] of files.entries()) if (at % 3 === 0) halve(join(folder, file), left);
}

const parts = ["", "-wal", "-shm"];

/** Copies a store, with its log, as it lies there; nobody may be writing. False when there is none. */
export function copyStore(file: string, to: string): boolean {
  removeStore(to);
  if (!existsSync(file)) return false;
  mkdirSync(dirname(to), { recursive: true });
  for (const part of parts) if (existsSync(file + part)) copyFileSync(file + part, to + part);
  return true;
}

/** Removes a store, with its log. */
export function removeStore(file: string): void {
  for (const part of parts) rmSync(file + part, { force: true });
}
