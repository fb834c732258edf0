import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Are runs kept in this very folder? */
export function keepsRuns(folder: string): boolean {
  return existsSync(join(folder, ".x", "x.db"));
}

/** The nearest folder around this one, up to the root of its project, that keeps runs; null when none does. */
export async function recordsAround(folder: string): Promise<string | null> {
  const { projectFolder } = await import("@flow-state-dev/suites");
  const root = projectFolder(folder);
  for (let at = folder; at !== root; ) {
    at = dirname(at);
    if (keepsRuns(at)) return at;
  }
  return null;
}
