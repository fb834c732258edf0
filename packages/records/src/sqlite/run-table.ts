import type { DatabaseSync } from "node:sqlite";
import { AmbiguousRunError, UnknownRunError } from "../errors/record-errors.ts";
import { judgeCheckKind } from "../judge-check-kind.ts";
import type { OutcomeKind } from "../outcome.ts";
import type { Run } from "../run.ts";
import type { RunBooks } from "../run-books.ts";
import { newRunId, runsBeforeLast, shortRunId } from "../run-id.ts";
import type { RunFilter, RunTotals } from "../run-store.ts";
import { addWarnings, newestFirst, type RunPosition, type RunRow, toPage, toRun } from "../stored/run-row.ts";
import { parseJson, reading } from "../stored/stored-value.ts";
import { booksOf, toTotals } from "../stored/total-row.ts";
import { type OwnTotalRow, readTotal } from "./batch-sums.ts";

const columns =
  "no, id, definition, manifest, state, planned_cells, warnings, created_at, updated_at FROM run WHERE staged_ms IS NULL";

/** Runs and their totals. Every method is one step inside the caller's transaction, or a read. */
export class RunTable {
  readonly #numbers = new Map<string, number>();
  readonly #statements;

  constructor(db: DatabaseSync) {
    this.#statements = {
      insert: db.prepare(
        `INSERT INTO run (id, kind, name, definition, manifest, state, planned_cells, warnings, created_at, updated_at,
          staged_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      insertTotal: db.prepare("INSERT INTO run_total (run_no, outcomes) VALUES (?, '{}')"),
      redefine: db.prepare("UPDATE run SET kind = ?, name = ?, definition = ?, manifest = ? WHERE no = ?"),
      change: db.prepare(
        `UPDATE run SET state = coalesce(?, state), planned_cells = coalesce(?, planned_cells),
          warnings = coalesce(?, warnings), updated_at = ? WHERE no = ?`,
      ),
      warnings: db.prepare("SELECT warnings FROM run WHERE no = ?"),
      number: db.prepare("SELECT no FROM run WHERE id = ? AND staged_ms IS NULL"),
      exists: db.prepare("SELECT no FROM run WHERE id = ?"),
      byId: db.prepare(`SELECT ${columns} AND id = ?`),
      byStart: db.prepare(`SELECT ${columns} AND substr(id, 1, length(:start)) = :start ${newestFirst}`),
      nth: db.prepare(`SELECT ${columns} AND kind <> ? ${newestFirst} LIMIT 1 OFFSET ?`),
      unfinished: db.prepare(
        `SELECT ${columns} AND definition = ? AND state <> 'finished' ${newestFirst} LIMIT 1`,
      ),
      page: db.prepare(
        `SELECT ${columns} AND (:kind IS NULL OR kind = :kind) AND (:notKind IS NULL OR kind <> :notKind)
          AND (:name IS NULL OR name = :name)
          AND (:createdAt IS NULL OR (created_at, no) < (:createdAt, :no)) ${newestFirst} LIMIT :limit`,
      ),
      total: db.prepare(readTotal),
    };
  }

  /** An id whose first characters no other run has, as far as that can be had. */
  freeId(nowMs: number): string {
    for (let tries = 0; ; tries++) {
      const id = newRunId(nowMs);
      if (tries >= 100 || this.#statements.byStart.get({ start: shortRunId(id) }) === undefined) return id;
    }
  }

  insert(run: Run, stagedMs: number | null): void {
    const { kind, name } = run.manifest;
    const { lastInsertRowid } = this.#statements.insert.run(
      run.id,
      kind,
      name,
      run.definition,
      JSON.stringify(run.manifest),
      run.state,
      run.plannedCells,
      JSON.stringify(run.warnings),
      run.createdAt,
      run.updatedAt,
      stagedMs,
    );
    this.#statements.insertTotal.run(lastInsertRowid);
  }

  /** What it is made of from now on. */
  redefine(runId: string, { manifest, definition }: Pick<Run, "manifest" | "definition">): void {
    const { kind, name } = manifest;
    this.#statements.redefine.run(kind, name, definition, JSON.stringify(manifest), this.number(runId));
  }

  /** What changes while it runs, warnings added. The manifest may have a hundred thousand tasks, and is not read. */
  change(
    runId: string,
    { state, plannedCells, warnings }: Partial<Pick<Run, "state" | "plannedCells" | "warnings">>,
    updatedAt: string,
  ): void {
    const no = this.number(runId);
    const told = warnings === undefined ? null : JSON.stringify(addWarnings(this.#warnings(no), warnings));
    this.#statements.change.run(state ?? null, plannedCells ?? null, told, updatedAt, no);
  }

  #warnings(runNo: number): string {
    return (this.#statements.warnings.get(runNo) as Pick<RunRow, "warnings">).warnings;
  }

  /** Number of a visible run; it never changes, so it is looked up once. */
  number(runId: string): number {
    const known = this.#numbers.get(runId);
    if (known !== undefined) return known;
    const row = this.#statements.number.get(runId) as { no: number } | undefined;
    if (row === undefined) throw this.#unknown(runId);
    this.#numbers.set(runId, row.no);
    return row.no;
  }

  /** Is the id taken, be it by a run that is still being imported? */
  exists(runId: string): boolean {
    return this.#statements.exists.get(runId) !== undefined;
  }

  get(runId: string): Run {
    const row = this.#statements.byId.get(runId) as RunRow | undefined;
    if (row === undefined) throw this.#unknown(runId);
    return toRun(row);
  }

  #unknown(runId: string): UnknownRunError {
    const isStart = runId !== "" && this.#statements.byStart.get({ start: runId }) !== undefined;
    return new UnknownRunError(runId, isStart || runsBeforeLast(runId) !== null);
  }

  find(reference: string): Run | null {
    const before = runsBeforeLast(reference);
    if (before !== null) return toRunOrNull(this.#statements.nth.get(judgeCheckKind, before));
    if (reference === "") return null;
    const exact = this.#statements.byId.get(reference);
    if (exact !== undefined) return toRunOrNull(exact);
    const rows = this.#statements.byStart.all({ start: reference }) as unknown as RunRow[];
    if (rows.length > 1)
      throw new AmbiguousRunError(
        reference,
        rows.map((row) => row.id),
      );
    return toRunOrNull(rows[0]);
  }

  findUnfinished(definition: string): Run | null {
    return toRunOrNull(this.#statements.unfinished.get(definition));
  }

  page(filter: RunFilter, after: RunPosition | null, limit: number): { run: Run; position: RunPosition }[] {
    const rows = this.#statements.page.all({
      kind: filter.kind ?? null,
      notKind: filter.notKind ?? null,
      name: filter.name ?? null,
      createdAt: after?.createdAt ?? null,
      no: after?.no ?? null,
      limit,
    }) as unknown as RunRow[];
    return toPage(rows);
  }

  totals(runNo: number): RunTotals {
    return reading(
      () => "the totals of a run",
      () => {
        const row = this.#total(runNo);
        return toTotals(row, parseJson<Partial<Record<OutcomeKind, number>>>(row.outcomes, "object"));
      },
    );
  }

  books(runNo: number): RunBooks {
    return reading(
      () => "the books of a run",
      () => booksOf(this.#total(runNo)),
    );
  }

  #total(runNo: number): OwnTotalRow {
    return this.#statements.total.get(runNo) as unknown as OwnTotalRow;
  }
}

function toRunOrNull(row: unknown): Run | null {
  return row === undefined ? null : toRun(row as RunRow);
}
