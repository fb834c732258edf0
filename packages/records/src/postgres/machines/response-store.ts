import type { Json } from "../../json.ts";
import { createRedactor } from "../../redact.ts";
import type { Connection } from "../connection.ts";

/**
 * Answers of models that were paid for, by run and call, so that whoever takes a cell over does not pay for them again.
 */
export class ResponseStore {
  readonly #connection: Connection;
  readonly #schema: string;
  readonly #redactor = createRedactor();

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  async get(runId: string, key: string): Promise<Json | undefined> {
    const [row] = await this.#connection.rows<{ entry: string }>(
      `SELECT entry FROM ${this.#schema}.response WHERE run_id = $1 AND key = $2`,
      [runId, key],
    );
    return row === undefined ? undefined : (JSON.parse(row.entry) as Json);
  }

  /** Keeps an answer, without secrets; replaces the one that is there. */
  async put(runId: string, key: string, entry: object): Promise<void> {
    await this.#connection.rows(
      `INSERT INTO ${this.#schema}.response VALUES ($1, $2, $3) ON CONFLICT (run_id, key) DO UPDATE SET entry = excluded.entry`,
      [runId, key, JSON.stringify(this.#redactor.json(entry as never))],
    );
  }

  /** Nobody asks for them any more. */
  async forget(runId: string): Promise<void> {
    await this.#connection.rows(`DELETE FROM ${this.#schema}.response WHERE run_id = $1`, [runId]);
  }
}
