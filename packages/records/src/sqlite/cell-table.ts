import type { DatabaseSync } from "node:sqlite";
import type { CellId, CellRecord } from "../cell.ts";
import { isScored, type OutcomeKind } from "../outcome.ts";
import type { CellClaim, CellFilter, ClaimResult } from "../run-store.ts";
import { countedOf } from "../stored/attempt-row.ts";
import { cellWords, parseOutcome, reading } from "../stored/stored-value.ts";
import type { EndedAttempt } from "../stored/to-write.ts";
import { addToSums, noSums, readSums, type Sums, sumValues, toSpend, toUsage } from "../sums.ts";
import type { BatchSums } from "./batch-sums.ts";

interface CellRow extends Sums {
  no: number;
  subject: string;
  task: string;
  repetition: number;
  task_hash: string;
  attempts: number;
  running_worker: number | null;
  outcome_kind: OutcomeKind | null;
  outcome: string | null;
  working_ms: number;
  waiting_ms: number;
  suspect: number;
  ended_at: string | null;
  counted: string | null;
}

/** What decides about a cell, without the rest of its row. */
export type CellState = Pick<CellRow, "no" | "attempts" | "running_worker" | "outcome_kind" | "task_hash">;

/** Where a cell is found. */
export interface CellPlace extends CellId {
  no: number;
}

/** A whole row. */
const rowColumns = `no, subject, task, repetition, task_hash, attempts, running_worker, outcome_kind, outcome, working_ms,
  waiting_ms, suspect, ended_at, counted, ${readSums}`;

const key = "run_no = ? AND repetition = ? AND task = ? AND subject = ?";

/** Cells and the states of their attempts. Every method is one step inside the caller's transaction, or a read. */
export class CellTable {
  readonly #statements;
  readonly #sums: BatchSums;

  constructor(db: DatabaseSync, sums: BatchSums) {
    this.#sums = sums;
    const paged = (columns: string) =>
      db.prepare(
        `SELECT ${columns} FROM cell WHERE run_no = :runNo AND (repetition, task, subject) > (:afterRun, :afterTask, :afterSubject)
          AND (:subject IS NULL OR subject = :subject) AND (:task IS NULL OR task = :task)
          AND (:kinds IS NULL OR outcome_kind IN (SELECT value FROM json_each(:kinds)))
          ORDER BY repetition, task, subject LIMIT :limit`,
      );
    this.#statements = {
      state: db.prepare(
        `SELECT no, attempts, running_worker, outcome_kind, task_hash FROM cell WHERE ${key}`,
      ),
      row: db.prepare(`SELECT ${rowColumns} FROM cell WHERE ${key}`),
      insert: db.prepare(
        `INSERT INTO cell (run_no, subject, task, repetition, task_hash, attempts, running_worker)
          VALUES (?, ?, ?, ?, ?, 1, ?)`,
      ),
      again: db.prepare(
        `UPDATE cell SET attempts = attempts + 1, running_worker = ?,
          task_hash = iif(outcome_kind IS NULL, ?, task_hash) WHERE no = ?`,
      ),
      insertAttempt: db.prepare(
        `INSERT INTO attempt (cell_no, attempt, task_hash, worker_no, state, started_at)
          VALUES (?, ?, ?, ?, 'running', ?)`,
      ),
      endAttempt: db.prepare(
        `UPDATE attempt SET state = 'ended', ended_at = ?, outcome = ?, evidence = ?, working_ms = ?, waiting_ms = ?,
          health = ?, suspect = ?, counted = ? WHERE cell_no = ? AND attempt = ?`,
      ),
      attemptHash: db.prepare("SELECT task_hash FROM attempt WHERE cell_no = ? AND attempt = ?"),
      end: db.prepare(
        `UPDATE cell SET ${addToSums}, running_worker = NULL, task_hash = ?, outcome_kind = ?, outcome = ?, working_ms = ?,
          waiting_ms = ?, suspect = ?, ended_at = ?, counted = ? WHERE no = ?`,
      ),
      loseAttempt: db.prepare(
        "UPDATE attempt SET state = 'lost', ended_at = ? WHERE cell_no = ? AND attempt = ?",
      ),
      free: db.prepare("UPDATE cell SET running_worker = NULL WHERE no = ?"),
      running: db.prepare(
        `SELECT no, run_no, attempts, running_worker FROM cell INDEXED BY cell_running
          WHERE running_worker IS NOT NULL AND (:runNo IS NULL OR run_no = :runNo) AND (:workerNo IS NULL OR running_worker = :workerNo)`,
      ),
      page: paged(rowColumns),
      placePage: paged("no, subject, task, repetition AS run"),
    };
  }

  find(runNo: number, cell: CellId): CellState | null {
    const row = this.#statements.state.get(runNo, cell.run, cell.task, cell.subject);
    return (row as unknown as CellState | undefined) ?? null;
  }

  claim(runNo: number, workerNo: number, claim: CellClaim, startedAt: string): ClaimResult {
    const cell = this.find(runNo, claim);
    let cellNo: number | bigint;
    let attempt = 1;
    if (cell === null) {
      const { subject, task, run, taskHash } = claim;
      cellNo = this.#statements.insert.run(runNo, subject, task, run, taskHash, workerNo).lastInsertRowid;
    } else {
      if (cell.running_worker !== null) return { state: "taken" };
      if (cell.outcome_kind !== null && isScored(cell.outcome_kind) && cell.task_hash === claim.taskHash)
        return { state: "done" };
      cellNo = cell.no;
      attempt = cell.attempts + 1;
      this.#statements.again.run(workerNo, claim.taskHash, cellNo);
    }
    this.#statements.insertAttempt.run(cellNo, attempt, claim.taskHash, workerNo, startedAt);
    this.#sums.running(runNo, 1);
    this.#sums.attempts(runNo, 1);
    return { state: "claimed", attempt };
  }

  /** The attempt must be the one under way. */
  end(runNo: number, cell: CellState, result: EndedAttempt): void {
    const suspect = result.suspect ? 1 : 0;
    const { outcomeKind, outcome, evidence, workingMs, waitingMs, health, endedAt, counted } = result;
    this.#statements.endAttempt.run(
      endedAt,
      outcome,
      evidence,
      workingMs,
      waitingMs,
      health,
      suspect,
      counted,
      cell.no,
      cell.attempts,
    );
    this.#statements.end.run(
      ...sumValues(this.#sums.take(cell.no) ?? noSums()),
      this.#runningHash(cell),
      outcomeKind,
      outcome,
      workingMs,
      waitingMs,
      suspect,
      endedAt,
      counted,
      cell.no,
    );
    this.#sums.running(runNo, -1);
    this.#sums.outcome(runNo, cell.outcome_kind, outcomeKind);
  }

  /** Hash of the task as the attempt under way has it: the cell's own, unless that is of an earlier result. */
  #runningHash(cell: CellState): string {
    if (cell.outcome_kind === null) return cell.task_hash;
    return (this.#statements.attemptHash.get(cell.no, cell.attempts) as { task_hash: string }).task_hash;
  }

  /** Cells with an attempt under way, of one run or all, of one worker or all. */
  running(
    runNo: number | null,
    workerNo: number | null,
  ): { no: number; run_no: number; attempts: number; running_worker: number }[] {
    return this.#statements.running.all({ runNo, workerNo }) as ReturnType<CellTable["running"]>;
  }

  lose(runNo: number, cell: { no: number; attempts: number }, endedAt: string): void {
    this.#statements.loseAttempt.run(endedAt, cell.no, cell.attempts);
    this.#statements.free.run(cell.no);
    this.#sums.running(runNo, -1);
  }

  get(runNo: number, cell: CellId): CellRecord | null {
    const row = this.#statements.row.get(runNo, cell.run, cell.task, cell.subject) as CellRow | undefined;
    return row === undefined ? null : readCell(row);
  }

  /** The next cells after `after` in the order of run, task, subject. */
  page(runNo: number, filter: CellFilter, after: CellId | null, limit: number): CellRecord[] {
    const rows = this.#statements.page.all(pageOf(runNo, filter, after, limit)) as unknown as CellRow[];
    return rows.map(readCell);
  }

  /** The same, without the rest of their rows. */
  placePage(runNo: number, after: CellId | null, limit: number): CellPlace[] {
    return this.#statements.placePage.all(pageOf(runNo, {}, after, limit)) as unknown as CellPlace[];
  }
}

function pageOf(runNo: number, filter: CellFilter, after: CellId | null, limit: number) {
  const { subject, task, run } = after ?? { subject: "", task: "", run: -1 };
  return {
    ...{ runNo, limit, afterRun: run, afterTask: task, afterSubject: subject },
    subject: filter.subject ?? null,
    task: filter.task ?? null,
    kinds: filter.outcomes === undefined ? null : JSON.stringify(filter.outcomes),
  };
}

function readCell(row: CellRow): CellRecord {
  return reading(
    () => cellWords({ subject: row.subject, task: row.task, run: row.repetition }),
    () => toCell(row),
  );
}

function toCell(row: CellRow): CellRecord {
  return {
    subject: row.subject,
    task: row.task,
    run: row.repetition,
    taskHash: row.task_hash,
    attempts: row.attempts,
    outcome: row.outcome === null ? null : parseOutcome(row.outcome),
    running: row.running_worker !== null,
    spend: toSpend(row),
    usage: toUsage(row),
    ...countedOf(row),
    workingMs: row.working_ms,
    waitingMs: row.waiting_ms,
    suspect: row.suspect === 1,
    endedAt: row.ended_at,
  };
}
