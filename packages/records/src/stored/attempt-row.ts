import type { ArtifactInfo, AttemptRecord, Health, KeptProgress } from "../attempt.ts";
import type { CellId, CountedWork } from "../cell.ts";
import type { JsonObject } from "../json.ts";
import { type Sums, toSpend, toUsage } from "../sums.ts";
import { cellWords, parseJson, parseOutcome, reading, UnreadableValueError } from "./stored-value.ts";

/** An attempt as the tables have it. */
export interface AttemptRow {
  attempt: number;
  task_hash: string;
  worker: string;
  state: AttemptRecord["state"];
  started_at: string;
  ended_at: string | null;
  outcome: string | null;
  evidence: string | null;
  working_ms: number | null;
  waiting_ms: number | null;
  health: string | null;
  /** SQLite has no other word for true than 1. */
  suspect: boolean | number | null;
  counted: string | null;
}

/** What is known of an artifact without its content, as the tables have it. */
export interface ArtifactRow {
  attempt: number;
  name: string;
  media_type: string;
  bytes: number;
}

/** What belongs to the attempts of one cell. */
export interface AttemptRows<Row extends AttemptRow> {
  rows: readonly Row[];
  /** In the order in which they were told. */
  artifacts: readonly ArtifactRow[];
  sums: (row: Row) => Sums;
  /** So many the cell says there are. */
  count: number;
}

/** The attempts of a cell, from the first on. */
export function toAttempts<Row extends AttemptRow>(cell: CellId, found: AttemptRows<Row>): AttemptRecord[] {
  const { rows, artifacts, sums, count } = found;
  if (rows.length < count)
    throw new UnreadableValueError(`what was tried of ${cellWords(cell)}`, "attempts of it are missing");
  const byAttempt = Map.groupBy(artifacts, ({ attempt }) => attempt);
  return rows.map((row) =>
    reading(
      () => `attempt ${row.attempt} of ${cellWords(cell)}`,
      () => readAttempt(row, cell, sums(row), (byAttempt.get(row.attempt) ?? []).map(toInfo)),
    ),
  );
}

function toInfo({ name, media_type, bytes }: ArtifactRow): ArtifactInfo {
  return { name, mediaType: media_type, bytes };
}

function readAttempt(row: AttemptRow, cell: CellId, sums: Sums, artifacts: ArtifactInfo[]): AttemptRecord {
  const begun = {
    ...{ subject: cell.subject, task: cell.task, run: cell.run, attempt: row.attempt },
    ...{ taskHash: row.task_hash, worker: row.worker, startedAt: row.started_at },
    ...{ spend: toSpend(sums), usage: toUsage(sums) },
  };
  if (row.state === "running") return { ...begun, state: "running", ...progressOf(row, artifacts) };
  if (row.state === "lost")
    return { ...begun, state: "lost", endedAt: row.ended_at!, ...progressOf(row, artifacts) };
  return {
    ...begun,
    state: "ended",
    endedAt: row.ended_at!,
    outcome: parseOutcome(row.outcome),
    evidence: parseJson<JsonObject>(row.evidence, "object"),
    workingMs: row.working_ms!,
    waitingMs: row.waiting_ms!,
    health: row.health === null ? null : parseJson<Health>(row.health, "object"),
    suspect: Boolean(row.suspect),
    ...countedOf(row),
    artifacts,
  };
}

/** What the result of a row took, where the row says so. */
export function countedOf({ counted }: { counted: string | null }): { counted?: CountedWork } {
  return counted === null ? {} : { counted: parseJson<CountedWork>(counted, "object") };
}

/** Of an attempt that has not ended: evidence is there when it told of progress. */
function progressOf(
  { evidence, suspect }: AttemptRow,
  artifacts: ArtifactInfo[],
): { progress?: KeptProgress } {
  if (evidence === null) return {};
  const progress = { evidence: parseJson<JsonObject>(evidence, "object"), suspect: Boolean(suspect) };
  return { progress: { ...progress, artifacts } };
}
