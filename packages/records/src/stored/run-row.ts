import { latestCounts } from "../counting-warnings.ts";
import type { Run, RunManifest, RunState } from "../run.ts";
import { parseJson, reading } from "./stored-value.ts";

/** A run as the tables have it. */
export interface RunRow {
  no: number;
  id: string;
  definition: string;
  manifest: string;
  state: RunState;
  planned_cells: number;
  warnings: string;
  created_at: string;
  updated_at: string;
}

/** The columns of a run that another state of it brings, in SQL. */
export const changingColumns = "kind, name, definition, manifest, state, planned_cells, warnings, updated_at";

/** Where a reader of the list of runs stands: the last run it got. */
export interface RunPosition {
  createdAt: string;
  no: number;
}

/** The order of the list of runs. */
export const newestFirst = "ORDER BY created_at DESC, no DESC";

/** The run of a row. */
export function toRun(row: RunRow): Run {
  return reading(
    () => `the run ${row.id}`,
    () => ({
      id: row.id,
      manifest: parseJson<RunManifest>(row.manifest, "object"),
      definition: row.definition,
      state: row.state,
      plannedCells: row.planned_cells,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      warnings: parseJson<string[]>(row.warnings, "list"),
    }),
  );
}

/** The warnings of a row with those that are added to it, each once, the latest of those that count calls. */
export function addWarnings(stored: string, added: readonly string[]): string[] {
  return reading(
    () => "the warnings of a run",
    () => latestCounts([...parseJson<string[]>(stored, "list"), ...added]),
  );
}

/** The runs of a page, each with its place in the list. */
export function toPage(rows: readonly RunRow[]): { run: Run; position: RunPosition }[] {
  return rows.map((row) => ({ run: toRun(row), position: { createdAt: row.created_at, no: row.no } }));
}
