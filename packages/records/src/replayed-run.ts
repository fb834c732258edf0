import type { JsonObject } from "./json.ts";
import type { RunManifest } from "./run.ts";

/** What a manifest keeps in `circumstances` of subjects that repeat recorded work: run ids by subject. */
export function replaysOf(subjects: readonly { name: string; replays?: string }[]): { replays?: JsonObject } {
  const own = subjects.flatMap(({ name, replays }) => (replays === undefined ? [] : [[name, replays]]));
  return own.length === 0 ? {} : { replays: Object.fromEntries(own) };
}

/** Id of the run whose work the only subject of a run repeats; null when it works itself, or is not alone. */
export function replayedRun({
  subjects,
  circumstances,
}: Pick<RunManifest, "subjects" | "circumstances">): string | null {
  const [only] = subjects;
  if (only === undefined || subjects.length > 1) return null;
  const replays = Object(circumstances.replays) as Record<string, unknown>;
  const id = Object.hasOwn(replays, only) ? replays[only] : null;
  return typeof id === "string" ? id : null;
}
