import { silenceMs } from "../../stored/silence.ts";
import type { Connection } from "../connection.ts";

/** Whether anybody works on the runs that are given out, or were. */
export class Standings {
  readonly #connection: Connection;
  readonly #schema: string;

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  /** Runs that are given out while nobody works on them: none of their cells runs, and no machine is on them. */
  async waiting(): Promise<string[]> {
    const s = this.#schema;
    const rows = await this.#connection.rows<{ id: string }>(
      `SELECT r.id FROM ${s}.run r JOIN ${s}.posting p ON p.run_id = r.id
        WHERE p.state <> 'closed' AND r.state <> 'finished' AND ${this.#nobody()} ORDER BY p.posted_ms, r.id`,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * A run that was taken from the workers, has nothing more for them, or was never given out is `interrupted` once
   * nobody works on it. True when this made it so. One that has all its results is told to be `finished` by whoever
   * brought the last, also after this.
   */
  async settle(runId: string): Promise<boolean> {
    const s = this.#schema;
    const rows = await this.#connection.rows(
      `UPDATE ${s}.run r SET state = 'interrupted', updated_at = ${s}.iso(${s}.now_ms())
        WHERE r.id = $1 AND r.state = 'running' AND ${this.#nobody()}
        AND NOT EXISTS (SELECT 1 FROM ${s}.posting p WHERE p.run_id = r.id AND p.state <> 'closed')
        -- Whoever goes on with it, or is about to give it out, has no cell of it at first.
        AND (EXISTS (SELECT 1 FROM ${s}.posting p WHERE p.run_id = r.id)
          OR r.updated_at < ${s}.iso(${s}.now_ms() - ${silenceMs}))
        -- Somebody may go on with it alone, and be between two cells.
        AND NOT EXISTS (
          SELECT 1 FROM ${s}.worker w JOIN ${s}.attempt a ON a.worker_no = w.no JOIN ${s}.cell c ON c.no = a.cell_no
          WHERE NOT w.released AND w.heartbeat_ms > ${s}.now_ms() - ${silenceMs} AND c.run_no = r.no
        ) RETURNING r.id`,
      [runId],
    );
    return rows.length > 0;
  }

  #nobody(): string {
    const s = this.#schema;
    return `EXISTS (SELECT 1 FROM ${s}.run_total t WHERE t.run_no = r.no AND t.running = 0)
      AND NOT EXISTS (SELECT 1 FROM ${s}.machine m WHERE m.run_id = r.id AND m.seen_ms > ${s}.now_ms() - ${silenceMs})`;
  }
}
