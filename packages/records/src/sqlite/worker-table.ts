import { hostname } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { UnknownWorkerError } from "../errors/record-errors.ts";
import { isProcessGone, processIdentity } from "../process-identity.ts";
import type { WorkerInfo } from "../run-store.ts";
import { silenceMs } from "../stored/silence.ts";
import type { MissedTime } from "./missed-time.ts";

interface WorkerRow {
  no: number;
  host: string;
  pid: number;
  pid_space: string | null;
  pid_start: string | null;
  heartbeat_ms: number;
  released: number;
}

/** The processes that run cells. */
export class WorkerTable {
  readonly #statements;
  /** Workers that were found active in this transaction. */
  readonly #active = new Map<string, number>();

  constructor(db: DatabaseSync) {
    this.#statements = {
      register: db.prepare(
        `INSERT INTO worker (id, host, pid, pid_space, pid_start, heartbeat_ms) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET host = excluded.host, pid = excluded.pid, pid_space = excluded.pid_space,
          pid_start = excluded.pid_start, heartbeat_ms = excluded.heartbeat_ms, released = 0`,
      ),
      imported: db.prepare(
        `INSERT INTO worker (id, host, pid, heartbeat_ms, released) VALUES (?, '', 0, 0, 1) ON CONFLICT (id) DO NOTHING`,
      ),
      heartbeat: db.prepare("UPDATE worker SET heartbeat_ms = ? WHERE id = ?"),
      release: db.prepare("UPDATE worker SET released = 1 WHERE no = ?"),
      byId: db.prepare("SELECT no, released FROM worker WHERE id = ?"),
      byNo: db.prepare("SELECT * FROM worker WHERE no = ?"),
      heard: db.prepare("SELECT no FROM worker WHERE released = 0 AND heartbeat_ms >= ?"),
      begun: db.prepare(
        `SELECT 1 FROM cell JOIN attempt ON attempt.cell_no = cell.no
          WHERE cell.run_no = ? AND attempt.worker_no = ? LIMIT 1`,
      ),
    };
  }

  /** Forgets what was read: a new transaction begins, and others may have written. */
  reset(): void {
    this.#active.clear();
  }

  register(worker: WorkerInfo, nowMs: number): void {
    const { space, start } = processIdentity(worker.pid);
    this.#statements.register.run(worker.id, worker.host, worker.pid, space, start, nowMs);
  }

  /** Number of a worker of an imported run: known by name only, and dead. */
  imported(workerId: string): number {
    this.#statements.imported.run(workerId);
    return (this.#statements.byId.get(workerId) as unknown as WorkerRow).no;
  }

  heartbeat(workerId: string, nowMs: number): void {
    if (this.#statements.heartbeat.run(nowMs, workerId).changes === 0) throw new UnknownWorkerError(workerId);
  }

  release(workerNo: number): void {
    this.reset();
    this.#statements.release.run(workerNo);
  }

  /** Number of a worker that was registered at some time. */
  number(workerId: string): number {
    return this.#row(workerId).no;
  }

  /** Number of a worker that may claim cells. */
  activeNumber(workerId: string): number {
    const active = this.#active.get(workerId);
    if (active !== undefined) return active;
    const row = this.#row(workerId);
    if (row.released === 1) throw new UnknownWorkerError(workerId);
    this.#active.set(workerId, row.no);
    return row.no;
  }

  isDead(workerNo: number, nowMs: number, missed: MissedTime): boolean {
    const row = this.#statements.byNo.get(workerNo) as unknown as WorkerRow;
    if (row.released === 1 || nowMs - missed.heardAt(row.heartbeat_ms) > silenceMs) return true;
    return row.host === hostname() && isProcessGone(row.pid, { space: row.pid_space, start: row.pid_start });
  }

  /** Is any of them alive, of those that have begun a cell of this run or, without one, of all? */
  hasLiving(runNo: number | null, nowMs: number, missed: MissedTime): boolean {
    const heard = this.#statements.heard.all(missed.earliest(nowMs - silenceMs)) as unknown as {
      no: number;
    }[];
    const isOn = (no: number) => runNo === null || this.#statements.begun.get(runNo, no) !== undefined;
    return heard.some(({ no }) => !this.isDead(no, nowMs, missed) && isOn(no));
  }

  #row(workerId: string): Pick<WorkerRow, "no" | "released"> {
    const row = this.#statements.byId.get(workerId) as Pick<WorkerRow, "no" | "released"> | undefined;
    if (row === undefined) throw new UnknownWorkerError(workerId);
    return row;
  }
}
