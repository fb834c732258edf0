import { AmbiguousRunError, UnknownRunError } from "../errors/record-errors.ts";
import { judgeCheckKind } from "../judge-check-kind.ts";
import type { OutcomeKind } from "../outcome.ts";
import type { Run } from "../run.ts";
import type { RunBooks } from "../run-books.ts";
import { newRunIds, runsBeforeLast, shortRunId } from "../run-id.ts";
import type { RunFilter, RunTotals } from "../run-store.ts";
import { newestFirst, type RunPosition, type RunRow, toPage, toRun } from "../stored/run-row.ts";
import { UnreadableValueError } from "../stored/stored-value.ts";
import { booksOf, type TotalRow, toTotals } from "../stored/total-row.ts";
import type { Connection } from "./connection.ts";

/** The totals of a run as the table has them. */
export type OwnTotalRow = TotalRow & { outcomes: Partial<Record<OutcomeKind, number>> };

/** Reads runs and their totals. */
export class RunReader {
  readonly #connection: Connection;
  readonly #visible: string;
  readonly #schema: string;
  readonly #numbers = new Map<string, number>();

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
    this.#visible = `SELECT no, id, definition, manifest, state, planned_cells, warnings, created_at, updated_at
      FROM ${schema}.run WHERE staged_ms IS NULL`;
  }

  /** Number of a visible run; it never changes, so it is looked up once. */
  async number(runId: string): Promise<number> {
    const known = this.#numbers.get(runId);
    if (known !== undefined) return known;
    const [row] = await this.#connection.rows<RunRow>(`${this.#visible} AND id = $1`, [runId]);
    if (row === undefined) throw await this.unknown(runId);
    this.#numbers.set(runId, row.no);
    return row.no;
  }

  /** An id whose first characters no other run has, as far as that can be had. */
  async freeId(nowMs: number): Promise<string> {
    const ids = newRunIds(nowMs);
    for (const id of ids) if ((await this.#startingWith(shortRunId(id))).length === 0) return id;
    return ids[0]!;
  }

  /** Is the id taken, be it by a run that is still being imported? */
  async exists(runId: string): Promise<boolean> {
    const rows = await this.#connection.rows(`SELECT 1 FROM ${this.#schema}.run WHERE id = $1`, [runId]);
    return rows.length > 0;
  }

  async get(runId: string): Promise<Run> {
    const [row] = await this.#connection.rows<RunRow>(`${this.#visible} AND id = $1`, [runId]);
    if (row === undefined) throw await this.unknown(runId);
    return toRun(row);
  }

  /** What is kept of its warnings, as it is kept. */
  async warnings(runId: string): Promise<string> {
    const sql = `SELECT warnings FROM ${this.#schema}.run WHERE staged_ms IS NULL AND id = $1`;
    const [row] = await this.#connection.rows<Pick<RunRow, "warnings">>(sql, [runId]);
    if (row === undefined) throw await this.unknown(runId);
    return row.warnings;
  }

  /** The error for an id that no run has. */
  async unknown(runId: string): Promise<UnknownRunError> {
    const isStart = runId !== "" && (await this.#startingWith(runId)).length > 0;
    return new UnknownRunError(runId, isStart || runsBeforeLast(runId) !== null);
  }

  async find(reference: string): Promise<Run | null> {
    const before = runsBeforeLast(reference);
    if (before !== null)
      return this.#first(`AND kind <> $1 ${newestFirst} LIMIT 1 OFFSET $2`, [judgeCheckKind, before]);
    if (reference === "") return null;
    const exact = await this.#first("AND id = $1", [reference]);
    if (exact !== null) return exact;
    const rows = await this.#startingWith(reference);
    if (rows.length > 1)
      throw new AmbiguousRunError(
        reference,
        rows.map((row) => row.id),
      );
    return rows[0] === undefined ? null : toRun(rows[0]);
  }

  findUnfinished(definition: string): Promise<Run | null> {
    return this.#first(`AND definition = $1 AND state <> 'finished' ${newestFirst} LIMIT 1`, [definition]);
  }

  async page(
    filter: RunFilter,
    after: RunPosition | null,
    limit: number,
  ): Promise<{ run: Run; position: RunPosition }[]> {
    const rows = await this.#connection.rows<RunRow>(
      `${this.#visible} AND ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR name = $2)
        AND ($3::text IS NULL OR (created_at, no) < ($3, $4::bigint))
        AND ($6::text IS NULL OR kind <> $6) ${newestFirst} LIMIT $5`,
      [
        ...[filter.kind ?? null, filter.name ?? null],
        ...[after?.createdAt ?? null, after?.no ?? null, limit],
        filter.notKind ?? null,
      ],
    );
    return toPage(rows);
  }

  async totals(runNo: number): Promise<RunTotals> {
    const row = await this.#total(runNo);
    return toTotals(row, row.outcomes);
  }

  async books(runNo: number): Promise<RunBooks> {
    const row = await this.#total(runNo);
    return booksOf(row);
  }

  async #total(runNo: number): Promise<OwnTotalRow> {
    const [row] = await this.#connection.rows<OwnTotalRow>(
      `SELECT * FROM ${this.#schema}.run_total WHERE run_no = $1`,
      [runNo],
    );
    if (row === undefined) throw new UnreadableValueError("the totals of a run", "they are missing");
    return row;
  }

  async #first(condition: string, values: (string | number)[]): Promise<Run | null> {
    const [row] = await this.#connection.rows<RunRow>(`${this.#visible} ${condition}`, values);
    return row === undefined ? null : toRun(row);
  }

  #startingWith(start: string): Promise<RunRow[]> {
    return this.#connection.rows(`${this.#visible} AND id ^@ $1 ${newestFirst}`, [start]);
  }
}
