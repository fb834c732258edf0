import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a suite makes workspaces, below the folder for temporary ones. */
const workspaces = `x-workspaces-${process.getuid?.() ?? 0}`;

/**
 * A folder for temporary ones in which they lie far apart, until this process ends. ext4 does not use again for minutes
 * what was removed, and looks through all of it that is near for each new file: in one place, where thousands come and
 * go, that was a third of the work of a suite.
 */
export function spreadFolders(): string {
  // A short name, for the sake of sockets and of lines that must not be too long.
  const folder = mkdtempSync(join(tmpdir(), "t-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // As the folder that it stands for: a database runs as a user of its own.
  chmodSync(folder, 0o1777);
  mkdirSync(join(folder, workspaces), { mode: 0o700 });
  // Other file systems know no such thing, and need none.
  spawnSync("chattr", ["+T", folder, join(folder, workspaces)]);
  return folder;
}
