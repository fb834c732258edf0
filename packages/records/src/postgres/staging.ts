import { randomUUID } from "node:crypto";
import { sumCalls, summariseCell } from "../cell-summary.ts";
import { ImportGivenUpError, InvalidRecordError, RunExistsError } from "../errors/record-errors.ts";
import { type ImportedAttempt, type ImportedCell, isAsSeen, type SeenRun } from "../imported-run.ts";
import type { JsonObject } from "../json.ts";
import type { Run } from "../run.ts";
import type { Cleaner } from "../stored/cleaner.ts";
import { changingColumns, type RunRow, toRun } from "../stored/run-row.ts";
import { toTotals, totalColumns } from "../stored/total-row.ts";
import { addSums, noSums } from "../sums.ts";
import type { StoredArtifact } from "./artifact-content.ts";
import type { Client, Connection } from "./connection.ts";
import { ArtifactPack, chargeFields, encoded, endFields } from "./operation.ts";
import { errorCode } from "./postgres-trouble.ts";
import type { OwnTotalRow } from "./run-reader.ts";

/** An import that gave no sign of life for this long is dead, and what it left can go. */
const abandonedMs = 10 * 60_000;

/** So many cells are removed in one transaction. */
const removedAtOnce = 500;

/** Writes runs that come from elsewhere. */
export class Staging {
  readonly #connection: Connection;
  readonly #schema: string;
  readonly #clean: Cleaner;

  constructor(connection: Connection, schema: string, clean: Cleaner) {
    this.#connection = connection;
    this.#schema = schema;
    this.#clean = clean;
  }

  /** Makes an invisible run and gives its number. */
  async begin(run: Run, nowMs: number | null): Promise<number> {
    const s = this.#schema;
    const id = `staged-${randomUUID()}`;
    const { kind, name } = run.manifest;
    await this.#connection.rows(
      `WITH made AS (
        INSERT INTO ${s}.run (id, kind, name, definition, manifest, state, planned_cells, warnings, created_at, updated_at,
          staged_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11, ${s}.now_ms()))
          ON CONFLICT (id) DO NOTHING RETURNING no
      ) INSERT INTO ${s}.run_total (run_no) SELECT no FROM made`,
      [
        ...[id, kind, name, run.definition, JSON.stringify(run.manifest), run.state, run.plannedCells],
        ...[JSON.stringify(run.warnings), run.createdAt, run.updatedAt, nowMs],
      ],
    );
    const rows = await this.#connection.rows<{ no: number }>(`SELECT no FROM ${s}.run WHERE id = $1`, [id]);
    return rows[0]!.no;
  }

  /** What the function `stage_1` takes. The cell must be clean; `artifacts` are those of each attempt. */
  cellArguments(
    runNo: number,
    cell: ImportedCell,
    artifacts: readonly (readonly StoredArtifact[])[],
  ): { args: JsonObject; contents: Buffer } {
    const records = cell.attempts.map(({ attempt }) => attempt);
    const summary = summariseCell(cell, records, []);
    const ended = records.findLast(({ state }) => state === "ended");
    const pack = new ArtifactPack();
    cell.attempts.forEach(({ attempt }, index) => {
      pack.add(1, attempt.attempt, artifacts[index] ?? []);
    });
    const totals = noSums();
    const counts = { open_calls: 0, reserved_nano: 0, carried_calls: 0 };
    const calls: JsonObject[] = [];
    for (const imported of cell.attempts) {
      addSums(totals, sumCalls(imported.calls));
      for (const call of imported.calls) {
        const { callId, payer, modelId, worstNano, openedAt } = this.#clean.opening(call);
        if (call.state === "open") counts.open_calls += 1;
        if (call.state === "open") counts.reserved_nano += worstNano ?? 0;
        if (call.state === "lost" && worstNano !== null) counts.carried_calls += 1;
        const opening = { attempt: call.attempt, call: callId, payer, model: modelId, worst: worstNano };
        const charge = call.state === "charged" ? chargeFields(this.#clean.charge(call)) : {};
        calls.push(encoded({ ...opening, opened: openedAt, state: call.state, ...charge }));
      }
    }
    const args = {
      run_no: runNo,
      cell: encoded({
        ...{ run: cell.run, task: cell.task, subject: cell.subject, hash: summary.taskHash },
        ...{ attempts: summary.attempts, ended: ended?.attempt ?? null, kind: summary.outcome?.kind ?? null },
        running: summary.running ? records.at(-1)!.worker : null,
      }),
      attempts: cell.attempts.map((imported) => this.#attempt(imported)),
      artifacts: pack.list,
      calls,
      totals: { ...totals, ...counts, attempts: summary.attempts, running: summary.running ? 1 : 0 },
    };
    return { args, contents: pack.bytes() };
  }

  #attempt({ attempt }: ImportedAttempt): JsonObject {
    const { taskHash, worker, state, startedAt } = attempt;
    const begun = { attempt: attempt.attempt, hash: taskHash, worker, state, started: startedAt };
    if (attempt.state !== "ended") {
      const progress = attempt.progress && this.#clean.progress(attempt.progress);
      return encoded({ ...begun, ended: attempt.state === "lost" ? attempt.endedAt : null, ...progress });
    }
    const ended = this.#clean.result({ ...attempt, artifacts: [] }, attempt.endedAt);
    return encoded({ ...begun, ended: attempt.endedAt, ...endFields(ended) });
  }

  /** Reads the answer of `stage_1`. */
  checkAdded(answer: unknown): void {
    if (answer === "given-twice") throw new InvalidRecordError("A cell", "given twice", "each cell once");
  }

  /** Makes the run visible under its id, unless it was given up. */
  async publish(runNo: number, id: string): Promise<void> {
    // It may have been done when it is sent again.
    const sql = `UPDATE ${this.#schema}.run SET id = $2, staged_ms = NULL
      WHERE no = $1 AND (id ^@ 'staged-' OR id = $2) RETURNING no`;
    const rows = await this.#connection.rows(sql, [runNo, id]).catch((error: unknown) => {
      throw errorCode(error) === "23505" ? new RunExistsError(id) : error;
    });
    if (rows.length === 0) throw new ImportGivenUpError();
  }

  /**
   * Puts a staged run in the place of a visible one, unless something was written to that since it was seen: null then.
   * What it had is left under the number that it gives, to be removed.
   */
  replace(stagedNo: number, runNo: number, seen: SeenRun): Promise<number | null> {
    const leftId = `given-up-${randomUUID()}`;
    return this.#connection.patiently(async (client) => {
      await client.query("BEGIN");
      try {
        const left = await this.#replace(client, { stagedNo, runNo, leftId }, seen);
        await client.query("COMMIT");
        return left;
      } catch (error) {
        await client.query("ROLLBACK").catch(() => {});
        throw error;
      }
    });
  }

  async #replace(
    client: Client,
    { stagedNo, runNo, leftId }: { stagedNo: number; runNo: number; leftId: string },
    seen: SeenRun,
  ): Promise<number | null> {
    const s = this.#schema;
    // It may have been done when it is sent again.
    const done = await client.query<{ no: number }>(`SELECT no FROM ${s}.run WHERE id = $1`, [leftId]);
    if (done.rows[0] !== undefined) return done.rows[0].no;
    const staged = await client.query(`SELECT 1 FROM ${s}.run WHERE no = $1 AND id ^@ 'staged-' FOR UPDATE`, [
      stagedNo,
    ]);
    if (staged.rows.length === 0) throw new ImportGivenUpError();
    // All who write to its cells wait for the second of these rows.
    const run = await client.query<RunRow>(`SELECT * FROM ${s}.run WHERE no = $1 FOR UPDATE`, [runNo]);
    const total = await client.query<OwnTotalRow>(
      `SELECT * FROM ${s}.run_total WHERE run_no = $1 FOR UPDATE`,
      [runNo],
    );
    const [row, totals] = [run.rows[0]!, total.rows[0]!];
    if (!isAsSeen(seen, { run: toRun(row), totals: toTotals(totals, totals.outcomes) })) return null;
    const left = await client.query<{ no: number }>(
      `INSERT INTO ${s}.run (id, ${changingColumns}, created_at, staged_ms)
        SELECT $1, ${changingColumns}, created_at, 0 FROM ${s}.run WHERE no = $2 RETURNING no`,
      [leftId, runNo],
    );
    const leftNo = left.rows[0]!.no;
    for (const [to, from] of [
      [leftNo, runNo],
      [runNo, stagedNo],
    ])
      for (const table of ["cell", "call"])
        await client.query(`UPDATE ${s}.${table} SET run_no = $1 WHERE run_no = $2`, [to, from]);
    for (const [table, no, columns] of [
      ["run_total", "run_no", totalColumns],
      ["run", "no", changingColumns],
    ])
      await client.query(
        `UPDATE ${s}.${table} SET (${columns}) = (SELECT ${columns} FROM ${s}.${table} WHERE ${no} = $2) WHERE ${no} = $1`,
        [runNo, stagedNo],
      );
    await client.query(`DELETE FROM ${s}.run WHERE no = $1`, [stagedNo]);
    return leftNo;
  }

  /**
   * Runs left behind by imports that died, under new names: one that goes on after all does not find its own any more.
   */
  async abandoned(nowMs: number | null): Promise<number[]> {
    const s = this.#schema;
    const sql = `UPDATE ${s}.run SET id = $3::text || no
      WHERE staged_ms < coalesce($1, ${s}.now_ms()) - $2::bigint RETURNING no`;
    const rows = await this.#connection.rows<{ no: number }>(sql, [
      nowMs,
      abandonedMs,
      `given-up-${randomUUID()}-`,
    ]);
    return rows.map(({ no }) => no);
  }

  /** Removes a run, part by part. */
  async remove(runNo: number): Promise<void> {
    const s = this.#schema;
    for (;;) {
      const sql = `SELECT ${s}.remove_some_1($1, $2) AS done`;
      const [row] = await this.#connection.rows<{ done: boolean }>(sql, [runNo, removedAtOnce]);
      if (row!.done) return;
    }
  }
}
