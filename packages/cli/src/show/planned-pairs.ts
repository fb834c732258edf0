import type { Run } from "@flow-state-dev/records";
import { plannedRuns } from "./planned-runs.ts";

/**
 * Who was to work on what in a run, by its manifest: every subject on every task. Null where tasks have subjects of
 * their own, so that the manifest does not tell.
 */
export function plannedPairs({
  manifest,
  plannedCells,
}: Pick<Run, "manifest" | "plannedCells">): [subject: string, task: string][] | null {
  const { subjects, tasks, runs } = manifest;
  const ids = Object.keys(tasks);
  const known = plannedRuns({ manifest, plannedCells });
  // More than one subject a task; with one a task it would be at most these.
  const most = known ? ids.reduce((sum, id) => sum + known.get(id)!, 0) : ids.length * runs;
  const everyone = subjects.length === 1 || plannedCells > most;
  return everyone
    ? subjects.flatMap((subject) => ids.map((task): [string, string] => [subject, task]))
    : null;
}
