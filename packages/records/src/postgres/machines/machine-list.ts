import { silenceMs } from "../../stored/silence.ts";
import type { Connection } from "../connection.ts";

/** A process that takes cells, on any machine. */
export interface Machine {
  /** Unique among all there ever were. */
  id: string;
  host: string;
  pid: number;
  /** What it offers: `docker`, `gpu`, the name of an agent's program. */
  tags: readonly string[];
  /** Cells at once. */
  concurrency: number;
  /** What it works on; null when there is nothing to do. */
  runId: string | null;
  /** Cells it has now. */
  cells: number;
  /** Cells it has brought to an end. */
  ended: number;
  /** Those of its cells that try again, by reason. */
  heldUp: readonly MachineHeldUp[];
}

/** Cells of a machine whose calls or attempts fail and are made again, for one reason. */
export interface MachineHeldUp {
  /** At least 1. */
  cells: number;
  /** Whose calls fail; null when an attempt failed without one. */
  provider: string | null;
  /** What it answers, as `HTTP 429`, or the code of the error; null when neither is known. */
  answer: string | null;
}

/** A machine as others see it. */
export interface SeenMachine extends Machine {
  startedMs: number;
  /** How long it has not been heard of, by the clock of the server. */
  silentMs: number;
}

/** One that was silent for a day has no use for anybody. */
const forgottenMs = 24 * 3_600_000;

/** The machines that take cells. */
export class MachineList {
  readonly #connection: Connection;
  readonly #schema: string;

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  /** Tells that a machine is there, and what it does. */
  async tell({ id, host, pid, tags, concurrency, runId, cells, ended, heldUp }: Machine): Promise<void> {
    const s = this.#schema;
    await this.#connection.rows(
      `INSERT INTO ${s}.machine (id, host, pid, tags, concurrency, run_id, cells, ended, held_up, started_ms, seen_ms)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${s}.now_ms(), ${s}.now_ms())
        ON CONFLICT (id) DO UPDATE SET run_id = excluded.run_id, cells = excluded.cells, ended = excluded.ended,
        held_up = excluded.held_up, seen_ms = excluded.seen_ms`,
      [id, host, pid, JSON.stringify(tags), concurrency, runId, cells, ended, JSON.stringify(heldUp)],
    );
  }

  /** It ends in good order. */
  async leave(id: string): Promise<void> {
    const s = this.#schema;
    await this.#connection.rows(
      `DELETE FROM ${s}.machine WHERE id = $1 OR seen_ms < ${s}.now_ms() - ${forgottenMs}`,
      [id],
    );
  }

  /** In the order in which they came. */
  async all(): Promise<SeenMachine[]> {
    const s = this.#schema;
    const rows = await this.#connection.rows<SeenMachine & { tags: string; heldUp: string }>(
      `SELECT id, host, pid, tags, concurrency, run_id AS "runId", cells, ended, held_up AS "heldUp", started_ms AS "startedMs",
        greatest(0, ${s}.now_ms() - seen_ms) AS "silentMs" FROM ${s}.machine ORDER BY started_ms, id`,
    );
    return rows.map((row) => ({
      ...row,
      tags: JSON.parse(row.tags) as string[],
      heldUp: JSON.parse(row.heldUp) as MachineHeldUp[],
    }));
  }

  /** How many are on a run now. */
  async on(runId: string): Promise<number> {
    const s = this.#schema;
    const [row] = await this.#connection.rows<{ count: number }>(
      `SELECT count(*) AS count FROM ${s}.machine WHERE run_id = $1 AND seen_ms > ${s}.now_ms() - ${silenceMs}`,
      [runId],
    );
    return row!.count;
  }

  /** The cells of a run that try again, as the machines say that are there now: an entry a machine and reason. */
  async heldUp(runId: string): Promise<MachineHeldUp[]> {
    const s = this.#schema;
    const rows = await this.#connection.rows<{ heldUp: string }>(
      `SELECT held_up AS "heldUp" FROM ${s}.machine
        WHERE run_id = $1 AND held_up <> '[]' AND seen_ms > ${s}.now_ms() - ${silenceMs} ORDER BY started_ms, id`,
      [runId],
    );
    return rows.flatMap((row) => JSON.parse(row.heldUp) as MachineHeldUp[]);
  }
}
