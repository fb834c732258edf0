import { hostname } from "node:os";
import { UnknownWorkerError } from "../errors/record-errors.ts";
import { isProcessGone, processIdentity } from "../process-identity.ts";
import type { WorkerInfo } from "../run-store.ts";
import type { Connection } from "./connection.ts";

/** A worker of this host as it was registered, whose process is gone. */
export interface GoneWorker {
  no: number;
  pid: number;
  start: string | null;
}

/**
 * The processes that run cells. Times are those of the server, so that machines need not agree, unless one is given.
 */
export class WorkerList {
  readonly #connection: Connection;
  readonly #schema: string;

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  async register({ id, host, pid }: WorkerInfo, nowMs: number | null): Promise<void> {
    const { space, start } = processIdentity(pid);
    const s = this.#schema;
    await this.#connection.rows(
      `INSERT INTO ${s}.worker (id, host, pid, pid_space, pid_start, heartbeat_ms)
        VALUES ($1, $2, $3, $4, $5, coalesce($6, ${s}.now_ms()))
        ON CONFLICT (id) DO UPDATE SET host = excluded.host, pid = excluded.pid, pid_space = excluded.pid_space,
        pid_start = excluded.pid_start, heartbeat_ms = excluded.heartbeat_ms, released = false`,
      [id, host, pid, space, start, nowMs],
    );
  }

  async heartbeat(workerId: string, nowMs: number | null): Promise<void> {
    const s = this.#schema;
    const rows = await this.#connection.rows(
      `UPDATE ${s}.worker SET heartbeat_ms = coalesce($2, ${s}.now_ms()) WHERE id = $1 RETURNING no`,
      [workerId, nowMs],
    );
    if (rows.length === 0) throw new UnknownWorkerError(workerId);
  }

  /**
   * Is any of them alive, of those that have begun a cell of this run or, without one, of all: heard of within so many
   * milliseconds, and no process of this host that is gone?
   */
  async hasLiving(runNo: number | null, silenceMs: number, nowMs: number | null): Promise<boolean> {
    const s = this.#schema;
    const rows = await this.#connection.rows<{
      host: string;
      pid: number;
      space: string | null;
      start: string | null;
    }>(
      `SELECT host, pid, pid_space AS space, pid_start AS start FROM ${s}.worker w
        WHERE NOT released AND heartbeat_ms >= coalesce($2, ${s}.now_ms()) - $1
        AND ($3::bigint IS NULL OR EXISTS (
          SELECT 1 FROM ${s}.cell c JOIN ${s}.attempt a ON a.cell_no = c.no
          WHERE c.run_no = $3 AND a.worker_no = w.no
        ))`,
      [silenceMs, nowMs, runNo],
    );
    return rows.some(
      ({ host, pid, space, start }) => host !== hostname() || !isProcessGone(pid, { space, start }),
    );
  }

  /** Workers with something to do in this run whose process ran on this host and is gone. */
  async gone(runNo: number): Promise<GoneWorker[]> {
    const s = this.#schema;
    const rows = await this.#connection.rows<GoneWorker & { space: string | null }>(
      `SELECT no, pid, pid_space AS space, pid_start AS start FROM ${s}.worker WHERE host = $2 AND NOT released
        AND no IN (
          SELECT running_worker FROM ${s}.cell WHERE run_no = $1 AND running_worker IS NOT NULL
          UNION SELECT a.worker_no FROM ${s}.call k JOIN ${s}.attempt a USING (cell_no, attempt)
            WHERE k.run_no = $1 AND k.state = 'open'
        )`,
      [runNo, hostname()],
    );
    return rows
      .filter(({ pid, space, start }) => isProcessGone(pid, { space, start }))
      .map(({ no, pid, start }) => ({ no, pid, start }));
  }
}
