import { randomUUID } from "node:crypto";
import type { JsonObject } from "../json.ts";
import type { Connection } from "./connection.ts";
import { encoded, type Operation, packOperations } from "./operation.ts";

const day = 24 * 3_600_000;
/** Signs of writers and of uploads that are older than this are of some that died. */
const writerLifeMs = 7 * day;
const uploadLifeMs = 3_600_000;

/**
 * Calls the functions of the database that write. Each call has a number: one that is sent again, because the
 * connection broke before its answer came, is done once.
 */
export class Writer {
  readonly #connection: Connection;
  readonly #schema: string;
  readonly #nowMs: () => number | null;
  /** Names this writer to the database, with the number of its last call. */
  readonly #id = randomUUID();
  #calls = 0;

  /** `nowMs` gives null when the clock of the server counts. */
  constructor(connection: Connection, schema: string, nowMs: () => number | null) {
    this.#connection = connection;
    this.#schema = schema;
    this.#nowMs = nowMs;
  }

  /** Makes this writer known to the database, and removes what others left that died long ago. */
  async announce(): Promise<void> {
    const s = this.#schema;
    await this.#connection.rows(
      `INSERT INTO ${s}.writer (id, batch, seen_ms) VALUES ($1, 0, coalesce($2, ${s}.now_ms())) ON CONFLICT DO NOTHING`,
      [this.#id, this.#nowMs()],
    );
    await this.#connection.rows(
      `SELECT ${s}.tidy_1(${s}.now_ms() - ${writerLifeMs}, ${s}.now_ms() - ${uploadLifeMs})`,
    );
  }

  /** Nothing is written after this. It is not worth waiting for a server that is gone. */
  async leave(): Promise<void> {
    const sql = `DELETE FROM ${this.#schema}.writer WHERE id = $1`;
    await this.#connection.rows(sql, [this.#id], 0).catch(() => {});
  }

  /** One of the functions, by its name without `_1`, and its answer. */
  async call(what: string, args: JsonObject, contents: Buffer | null = null): Promise<unknown> {
    this.#calls += 1;
    const [row] = await this.#connection.rows<{ answer: unknown }>(
      `SELECT ${this.#schema}.write_1($1, $2, $3, $4::jsonb, $5, $6) AS answer`,
      [
        ...[this.#id, this.#calls, what, JSON.stringify(args)],
        ...[contents?.length ? contents : null, this.#nowMs()],
      ],
    );
    return row!.answer;
  }

  /** Operations of one run, in one transaction: an answer for each, or null when there is no such run. */
  async apply(runId: string, operations: readonly Operation[]): Promise<readonly unknown[] | null> {
    const { args, contents } = packOperations(operations);
    const answer = await this.call("apply", { ...encoded({ run: runId }), ...args }, contents);
    return answer === "unknown-run" ? null : (answer as unknown[]);
  }
}
