import type { Run } from "@flow-state-dev/records";

/**
 * Who was to work on what in a run, by its manifest: every subject on every task. Null where tasks have subjects of their
 * own, so that the manifest does not tell.
 */
export function plannedPairs({
  manifest,
  plannedCells,
}: Pick<Run, "manifest" | "plannedCells">): [subject: string, task: string][] | null {
  const { subjects, tasks, runs } = manifest;
  const ids = Object.keys(tasks);
  // More than one subject a task; with one a task it would be at most these.
  const everyone = subjects.length === 1 || plannedCells > ids.length * runs;
  return everyone
    ? subjects.flatMap((subject) => ids.map((task): [string, string] => [subject, task]))
    : null;
}
