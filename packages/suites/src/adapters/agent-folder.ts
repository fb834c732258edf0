import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Variables that decide where things are. */
export type PlaceVariables = Readonly<Record<string, string | undefined>>;

/**
 * The folder of the user in which agents are installed for benchmarks, a folder each: `X_AGENTS_DIR`, else one in the
 * user's cache. It is outside of every project.
 */
export function agentsFolder(env: PlaceVariables = process.env, home: string = homedir()): string {
  const named = [env.X_AGENTS_DIR, env.XDG_CACHE_HOME && join(env.XDG_CACHE_HOME, "flow-state-dev/agents")];
  const found = named.find((path) => path !== undefined && isAbsolute(path));
  return found ?? join(home, ".cache", "flow-state-dev", "agents");
}
