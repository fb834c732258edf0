import type { AttemptRecord } from "../attempt.ts";
import type { CallRecord } from "../call.ts";
import type { CellId, CellRecord } from "../cell.ts";
import type { CellFilter, WorkSession } from "../run-store.ts";
import { type ArtifactRow, type AttemptRow, countedOf, toAttempts } from "../stored/attempt-row.ts";
import { type CallRow, toCall } from "../stored/call-row.ts";
import { cellWords, parseOutcome, reading } from "../stored/stored-value.ts";
import { type Sums, toSpend, toUsage } from "../sums.ts";
import { callSums } from "./call-sums.ts";
import type { Connection } from "./connection.ts";

/** Where a cell is found. */
export interface CellPlace extends CellId {
  no: number;
}

interface CellRow extends Sums {
  subject: string;
  task: string;
  repetition: number;
  task_hash: string;
  attempts: number;
  running: boolean;
  ended_attempt: number | null;
  outcome: string | null;
  working_ms: number | null;
  waiting_ms: number | null;
  suspect: boolean | null;
  ended_at: string | null;
  counted: string | null;
}

const key = "run_no = $1 AND repetition = $2 AND task = $3 AND subject = $4";

/** Reads cells, their attempts and their calls. */
export class CellReader {
  readonly #connection: Connection;
  readonly #schema: string;

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  async find(
    runNo: number,
    { subject, task, run }: CellId,
  ): Promise<{ no: number; attempts: number } | null> {
    const sql = `SELECT no, attempts FROM ${this.#schema}.cell WHERE ${key}`;
    const [row] = await this.#connection.rows<{ no: number; attempts: number }>(sql, [
      ...[runNo, run, task, subject],
    ]);
    return row ?? null;
  }

  async get(runNo: number, { subject, task, run }: CellId): Promise<CellRecord | null> {
    const sql = this.#withResult(`SELECT * FROM ${this.#schema}.cell WHERE ${key}`);
    const [row] = await this.#connection.rows<CellRow>(sql, [runNo, run, task, subject]);
    return row === undefined ? null : readCell(row);
  }

  /** The next cells after `after` in the order of run, task, subject. */
  async page(runNo: number, filter: CellFilter, after: CellId | null, limit: number): Promise<CellRecord[]> {
    const sql = this.#withResult(this.#paged("*"));
    const rows = await this.#connection.rows<CellRow>(sql, pageOf(runNo, filter, after, limit));
    return rows.map(readCell);
  }

  /** The same, without the rest of their rows. */
  placePage(runNo: number, after: CellId | null, limit: number): Promise<CellPlace[]> {
    const sql = this.#paged("no, subject, task, repetition AS run");
    return this.#connection.rows(sql, pageOf(runNo, {}, after, limit));
  }

  /** When each worker of a run was at work. */
  sessions(runNo: number): Promise<WorkSession[]> {
    const s = this.#schema;
    return this.#connection.rows(
      `SELECT min(a.started_at) AS "startedAt",
        max(CASE a.state WHEN 'ended' THEN a.ended_at ELSE a.started_at END) AS "endedAt"
        FROM ${s}.cell c JOIN ${s}.attempt a ON a.cell_no = c.no WHERE c.run_no = $1
        GROUP BY a.worker_no ORDER BY 1, 2`,
      [runNo],
    );
  }

  /** From the first on. */
  async attempts(cellNo: number, cell: CellId, count: number): Promise<AttemptRecord[]> {
    const s = this.#schema;
    const [rows, artifacts] = await Promise.all([
      this.#connection.rows<AttemptRow & Sums>(
        `SELECT a.*, w.id AS worker, sums.* FROM ${s}.attempt a JOIN ${s}.worker w ON w.no = a.worker_no
          CROSS JOIN LATERAL (SELECT ${callSums} FROM ${s}.call k
            WHERE k.cell_no = a.cell_no AND k.attempt = a.attempt) sums
          WHERE a.cell_no = $1 ORDER BY a.attempt`,
        [cellNo],
      ),
      this.#connection.rows<ArtifactRow>(
        `SELECT attempt, name, media_type, bytes FROM ${s}.artifact WHERE cell_no = $1 ORDER BY attempt, position, name`,
        [cellNo],
      ),
    ]);
    return toAttempts(cell, { rows, artifacts, sums: (row) => row, count });
  }

  /** In the order of the places given, and as they were opened. */
  async calls(places: readonly CellPlace[]): Promise<CallRecord[]> {
    const rows = await this.#connection.rows<CallRow>(
      `SELECT * FROM ${this.#schema}.call WHERE cell_no = ANY ($1::bigint[]) ORDER BY cell_no, no`,
      [places.map(({ no }) => no)],
    );
    const byCell = Map.groupBy(rows, ({ cell_no }) => cell_no);
    return places.flatMap((place) => (byCell.get(place.no) ?? []).map((row) => toCall(row, place)));
  }

  #paged(columns: string): string {
    return `SELECT ${columns} FROM ${this.#schema}.cell
      WHERE run_no = $1 AND (repetition, task, subject) > ($2, $3, $4)
      AND ($5::text IS NULL OR subject = $5) AND ($6::text IS NULL OR task = $6)
      AND ($7::text[] IS NULL OR outcome_kind = ANY ($7))
      ORDER BY repetition, task, subject LIMIT $8`;
  }

  /** Cells with the result of their last ended attempt and the sums of their calls. */
  #withResult(cells: string): string {
    const s = this.#schema;
    return `SELECT c.subject, c.task, c.repetition, c.task_hash, c.attempts, c.running_worker IS NOT NULL AS running,
      c.ended_attempt, a.outcome, a.working_ms, a.waiting_ms, a.suspect, a.ended_at, a.counted, sums.* FROM (${cells}) c
      LEFT JOIN ${s}.attempt a ON a.cell_no = c.no AND a.attempt = c.ended_attempt
      CROSS JOIN LATERAL (SELECT ${callSums} FROM ${s}.call k WHERE k.cell_no = c.no) sums
      ORDER BY c.repetition, c.task, c.subject`;
  }
}

function pageOf(runNo: number, filter: CellFilter, after: CellId | null, limit: number) {
  const { subject, task, run } = after ?? { subject: "", task: "", run: -1 };
  const { subject: onlySubject = null, task: onlyTask = null, outcomes = null } = filter;
  return [runNo, run, task, subject, onlySubject, onlyTask, outcomes, limit];
}

function readCell(row: CellRow): CellRecord {
  const id = { subject: row.subject, task: row.task, run: row.repetition };
  return reading(
    () => cellWords(id),
    () => ({
      ...id,
      taskHash: row.task_hash,
      attempts: row.attempts,
      outcome: row.ended_attempt === null ? null : parseOutcome(row.outcome),
      running: row.running,
      spend: toSpend(row),
      usage: toUsage(row),
      ...countedOf(row),
      workingMs: row.working_ms ?? 0,
      waitingMs: row.waiting_ms ?? 0,
      suspect: row.suspect ?? false,
      endedAt: row.ended_at,
    }),
  );
}
