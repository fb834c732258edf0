import type { RunManifest } from "./run.ts";

/**
 * The families of the tasks of a run, by task, from what its manifest keeps to be shown; tasks of no family are left
 * out.
 */
export function taskFamilies({
  circumstances,
}: Pick<RunManifest, "circumstances">): ReadonlyMap<string, string> {
  const { tasks } = Object(circumstances.benchmark) as { tasks?: unknown };
  const families = new Map<string, string>();
  // A run may come from elsewhere: what is no task, or no name, is as if it were not there.
  for (const task of Array.isArray(tasks) ? tasks : []) {
    const { id, family } = Object(task) as { id?: unknown; family?: unknown };
    if (typeof id === "string" && typeof family === "string") families.set(id, family);
  }
  return families;
}
