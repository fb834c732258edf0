import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { CallRecord } from "../call.ts";
import { sumCalls, summariseCell } from "../cell-summary.ts";
import { ImportGivenUpError, InvalidRecordError } from "../errors/record-errors.ts";
import type { ImportedAttempt, ImportedCell } from "../imported-run.ts";
import type { Cleaner } from "../stored/cleaner.ts";
import { changingColumns } from "../stored/run-row.ts";
import type { ArtifactToWrite } from "../stored/to-write.ts";
import { totalColumns } from "../stored/total-row.ts";
import { addSums, noSums, type Sums } from "../sums.ts";
import type { Tables } from "./tables.ts";

/** An import that gave no sign of life for this long is dead, and what it left can go. */
const abandonedMs = 10 * 60_000;

/** So many cells are removed in one transaction. */
const removedAtOnce = 500;

/**
 * Writes runs that come from elsewhere. Every method is one step inside the caller's transaction. A run is named by the
 * id it has until it is visible: its number may be that of another once it was removed.
 */
export class Staging {
  readonly #statements;
  readonly #tables: Pick<Tables, "workers" | "attempts" | "sums">;
  readonly #clean: Cleaner;

  constructor(db: DatabaseSync, tables: Pick<Tables, "workers" | "attempts" | "sums">, clean: Cleaner) {
    this.#tables = tables;
    this.#clean = clean;
    this.#statements = {
      cell: db.prepare(
        `INSERT INTO cell (run_no, subject, task, repetition, task_hash, attempts, running_worker, outcome_kind, outcome,
          working_ms, waiting_ms, suspect, ended_at, counted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      attempt: db.prepare(
        `INSERT INTO attempt (cell_no, attempt, task_hash, worker_no, state, started_at, ended_at, outcome, evidence,
          working_ms, waiting_ms, health, suspect, counted)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      call: db.prepare(
        `INSERT INTO call (run_no, cell_no, attempt, call_id, payer, model_id, worst_nano, opened_at, state, cost_nano,
          input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, details)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      there: db.prepare(
        "SELECT 1 FROM cell WHERE run_no = ? AND repetition = ? AND task = ? AND subject = ?",
      ),
      staged: db.prepare("SELECT no FROM run WHERE id = ? AND staged_ms IS NOT NULL"),
      alive: db.prepare("UPDATE run SET staged_ms = ? WHERE no = ?"),
      publish: db.prepare("UPDATE run SET id = ?, staged_ms = NULL WHERE no = ?"),
      abandoned: db.prepare("UPDATE run SET id = ? || no WHERE staged_ms < ? RETURNING id"),
      removeCells: db.prepare(
        `DELETE FROM cell WHERE no IN (SELECT no FROM cell WHERE run_no = ? LIMIT ${removedAtOnce})`,
      ),
      removeRun: db.prepare("DELETE FROM run WHERE no = ?"),
      place: db.prepare(
        `INSERT INTO run (id, ${changingColumns}, created_at, staged_ms)
          SELECT ?, ${changingColumns}, created_at, 0 FROM run WHERE no = ?`,
      ),
      moveCells: db.prepare("UPDATE cell SET run_no = ? WHERE run_no = ?"),
      moveCalls: db.prepare("UPDATE call SET run_no = ? WHERE run_no = ?"),
      moveTotals: db.prepare(
        `UPDATE run_total SET (${totalColumns}) = (SELECT ${totalColumns} FROM run_total WHERE run_no = ?) WHERE run_no = ?`,
      ),
      moveRun: db.prepare(
        `UPDATE run SET (${changingColumns}) = (SELECT ${changingColumns} FROM run WHERE no = ?) WHERE no = ?`,
      ),
    };
  }

  /** The cell must be clean; `artifacts` are those of each attempt. */
  addCell(
    stagedId: string,
    cell: ImportedCell,
    artifacts: readonly ArtifactToWrite[][],
    nowMs: number,
  ): void {
    const runNo = this.#number(stagedId);
    const { workers, sums, attempts: attemptTable } = this.#tables;
    if (this.#statements.there.get(runNo, cell.run, cell.task, cell.subject) !== undefined)
      throw new InvalidRecordError("A cell", "given twice", "each cell once");
    const records = cell.attempts.map(({ attempt }) => attempt);
    const summary = summariseCell(cell, records, []);
    const { outcome } = summary;
    const cellNo = Number(
      this.#statements.cell.run(
        runNo,
        cell.subject,
        cell.task,
        cell.run,
        summary.taskHash,
        summary.attempts,
        summary.running ? workers.imported(records.at(-1)!.worker) : null,
        outcome?.kind ?? null,
        outcome === null ? null : JSON.stringify(outcome),
        summary.workingMs,
        summary.waitingMs,
        summary.suspect ? 1 : 0,
        summary.endedAt,
        summary.counted === undefined ? null : JSON.stringify(summary.counted),
      ).lastInsertRowid,
    );
    const total: Sums = noSums();
    cell.attempts.forEach((imported, index) => {
      this.#addAttempt(cellNo, imported);
      for (const call of imported.calls) this.#addCall(runNo, cellNo, call);
      attemptTable.insertArtifacts(cellNo, imported.attempt.attempt, artifacts[index] ?? []);
      addSums(total, sumCalls(imported.calls));
    });
    sums.add(runNo, cellNo, total);
    sums.attempts(runNo, summary.attempts);
    if (summary.running) sums.running(runNo, 1);
    if (outcome !== null) sums.outcome(runNo, null, outcome.kind);
    this.#statements.alive.run(nowMs, runNo);
  }

  publish(stagedId: string, id: string): void {
    this.#statements.publish.run(id, this.#number(stagedId));
  }

  /**
   * Puts a staged run in the place of a visible one. What that had is left under the id that it gives, to be removed.
   */
  replace(stagedId: string, runNo: number): string {
    const staged = this.#number(stagedId);
    const { place, moveCells, moveCalls, moveTotals, moveRun, removeRun } = this.#statements;
    const leftId = `given-up-${randomUUID()}`;
    const left = Number(place.run(leftId, runNo).lastInsertRowid);
    for (const [to, from] of [
      [left, runNo],
      [runNo, staged],
    ] as const) {
      moveCells.run(to, from);
      moveCalls.run(to, from);
    }
    moveTotals.run(staged, runNo);
    moveRun.run(staged, runNo);
    removeRun.run(staged);
    return leftId;
  }

  /**
   * Runs left behind by imports that died, under new names: one that goes on after all does not find its own any more.
   */
  abandoned(nowMs: number): string[] {
    const rows = this.#statements.abandoned.all(`given-up-${randomUUID()}-`, nowMs - abandonedMs);
    return rows.map((row) => String(row.id));
  }

  /** Removes a part of a run; true when nothing is left of it. */
  removeSome(stagedId: string): boolean {
    const runNo = this.#find(stagedId);
    if (runNo === null) return true;
    if (this.#statements.removeCells.run(runNo).changes === removedAtOnce) return false;
    this.#statements.removeRun.run(runNo);
    return true;
  }

  #number(stagedId: string): number {
    const runNo = this.#find(stagedId);
    if (runNo === null) throw new ImportGivenUpError();
    return runNo;
  }

  #find(stagedId: string): number | null {
    const row = this.#statements.staged.get(stagedId) as { no: number } | undefined;
    return row?.no ?? null;
  }

  #addAttempt(cellNo: number, { attempt }: ImportedAttempt): void {
    const workerNo = this.#tables.workers.imported(attempt.worker);
    const begun = [
      cellNo,
      attempt.attempt,
      attempt.taskHash,
      workerNo,
      attempt.state,
      attempt.startedAt,
    ] as const;
    if (attempt.state !== "ended") {
      const endedAt = attempt.state === "lost" ? attempt.endedAt : null;
      const progress = attempt.progress && this.#clean.progress(attempt.progress);
      const suspect = progress ? Number(progress.suspect) : null;
      const evidence = progress?.evidence ?? null;
      this.#statements.attempt.run(...begun, endedAt, null, evidence, null, null, null, suspect, null);
      return;
    }
    const ended = this.#clean.result({ ...attempt, artifacts: [] }, attempt.endedAt);
    const { endedAt, outcome, evidence, workingMs, waitingMs, health, suspect, counted } = ended;
    this.#statements.attempt.run(
      ...begun,
      endedAt,
      outcome,
      evidence,
      workingMs,
      waitingMs,
      health,
      suspect ? 1 : 0,
      counted,
    );
  }

  #addCall(runNo: number, cellNo: number, call: CallRecord): void {
    const opening = this.#clean.opening(call);
    const { worstNano } = opening;
    if (call.state === "open") this.#tables.sums.calls(runNo, { open: 1, reserved: worstNano ?? 0 });
    if (call.state === "lost" && worstNano !== null) this.#tables.sums.calls(runNo, { carried: 1 });
    const charge = call.state === "charged" ? this.#clean.charge(call) : null;
    const { usage } = charge ?? { usage: null };
    this.#statements.call.run(
      runNo,
      cellNo,
      call.attempt,
      opening.callId,
      opening.payer,
      opening.modelId,
      worstNano,
      opening.openedAt,
      call.state,
      charge?.costNano ?? null,
      usage?.inputTokens ?? 0,
      usage?.outputTokens ?? 0,
      usage?.cacheReadTokens ?? 0,
      usage?.cacheWriteTokens ?? 0,
      usage?.reasoningTokens ?? 0,
      charge?.details ?? null,
    );
  }
}
