import type { Run } from "@flow-state-dev/records";

/**
 * How often each task was to be run by each of its subjects, by id. A suite tells it of every case, for cases may
 * repeat differently; without that it is known only where all tasks repeat alike. Null where it is not: the run is of
 * an earlier version, comes from elsewhere, or has another number of cells than it tells of.
 */
export function plannedRuns({
  manifest,
  plannedCells,
}: Pick<Run, "manifest" | "plannedCells">): ReadonlyMap<string, number> | null {
  const { circumstances, subjects, tasks, runs } = manifest;
  const ids = Object.keys(tasks);
  if (plannedCells === subjects.length * ids.length * runs) return new Map(ids.map((id) => [id, runs]));
  const kept = (circumstances?.benchmark as { tasks?: unknown } | undefined)?.tasks;
  const told = new Map(
    (Array.isArray(kept) ? kept : []).filter(tellsRuns).map((each) => [each.id, each.runs] as const),
  );
  if (!ids.every((id) => told.has(id))) return null;
  const each = ids.reduce((sum, id) => sum + told.get(id)!, 0);
  // Everyone works on every task, or each task has a subject of its own.
  const fits = plannedCells === each * subjects.length || plannedCells === each;
  return fits ? told : null;
}

function tellsRuns(value: unknown): value is { id: string; runs: number } {
  if (typeof value !== "object" || value === null) return false;
  const { id, runs } = value as { id?: unknown; runs?: unknown };
  return typeof id === "string" && Number.isSafeInteger(runs) && (runs as number) > 0;
}
