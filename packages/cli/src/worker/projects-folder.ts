import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { makeOwnFolder } from "@flow-state-dev/records";
import type { RunSpec } from "../machines/run-spec.ts";

/**
 * A benchmark is a module and finds its packages in the folders above it, so its project lies below the folder of the
 * worker. A suite's project lies where no other project is around it. Absolute, for a worker changes its folder.
 */
export function projectsFolder(
  command: RunSpec["command"],
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
): string {
  if (command === "compare") return join(makeOwnFolder(folder), "projects");
  if (env.X_CACHE_DIR) return resolve(folder, env.X_CACHE_DIR, "projects");
  const cache = env.XDG_CACHE_HOME ?? "";
  return join(isAbsolute(cache) ? cache : join(homedir(), ".cache"), "x", "projects");
}
