import type { JsonObject, RunManifest } from "@flow-state-dev/records";
import type { BenchAgent } from "./bench-agent.ts";

/** Whose work the agents of a run repeat, for its manifest: run ids by agent. Empty when none does. */
export function replaysOf(agents: readonly BenchAgent[]): { replays?: JsonObject } {
  const own = agents.flatMap(({ name, replays }) => (replays === undefined ? [] : [[name, replays]]));
  return own.length === 0 ? {} : { replays: Object.fromEntries(own) };
}

/** Id of the run whose work the only agent of a run repeats; null when it works itself, or is not alone. */
export function replayedRun({ subjects, circumstances }: RunManifest): string | null {
  const [only] = subjects;
  if (only === undefined || subjects.length > 1) return null;
  const replays = Object(circumstances.replays) as Record<string, unknown>;
  const id = Object.hasOwn(replays, only) ? replays[only] : null;
  return typeof id === "string" ? id : null;
}
