import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import type { PostgresAddress } from "./address.ts";
import { isPassing } from "./postgres-trouble.ts";
import { decodeText, encodeText } from "./text-codec.ts";

/** A value that goes into a statement. */
export type Value = string | number | boolean | null | Uint8Array | readonly string[] | readonly number[];

/**
 * One connection, as far as it is used here. Said in words of our own, so that readers of the types need not have the
 * driver's.
 */
export interface Client {
  query<Row = unknown>(sql: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
}

/** Type numbers of PostgreSQL that are read in a way of our own. */
const types = { bigint: 20, text: 25 };

/** Few connections for each process: one writes, the others read. */
const maximumConnections = 3;

/** What is relied on: a statement sees what others have committed, a backslash is one, numbers have all digits. */
const ownSettings = `SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;
  SET standard_conforming_strings = on; SET extra_float_digits = 1`;

/** Longest wait for a connection, and for an answer: a server that fell silent is tried anew. */
const connectMs = 10_000;
const answerMs = 60_000;

/** Pauses between tries while the server is out of reach: the first at most, and the longest. */
const firstRetryMs = 20;
const longestRetryMs = 1_000;

/**
 * Connections to the database. While the server is out of reach, everything is tried again until the patience ends: so
 * only what may be done twice goes through here, reads and writes that carry their own number.
 */
export class Connection {
  readonly #pool: Pool;
  readonly #patienceMs: number;
  #closed = false;

  private constructor(pool: Pool, patienceMs: number) {
    this.#pool = pool;
    this.#patienceMs = patienceMs;
    // A connection that breaks while nobody uses it is replaced when the next one is needed.
    pool.on("error", () => {});
  }

  /** Loads the driver; connects with the first use. */
  static async to({ connectionString }: PostgresAddress, patienceMs: number): Promise<Connection> {
    const { default: pg } = await import("pg");
    const getTypeParser = ((type: number, format?: "text" | "binary") => {
      if (format !== "binary" && type === types.bigint) return Number;
      if (format !== "binary" && type === types.text) return decodeText;
      return pg.types.getTypeParser(type, format as "text");
    }) as typeof pg.types.getTypeParser;
    const pool = new pg.Pool({
      connectionString,
      max: maximumConnections,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      idleTimeoutMillis: 30_000,
      // An open store does not keep its process from ending.
      allowExitOnIdle: true,
      keepAlive: true,
      fallback_application_name: "x",
      // Whatever the database, or the user, has for others.
      onConnect: (client) => client.query(ownSettings),
      types: { getTypeParser },
    });
    return new Connection(pool, patienceMs);
  }

  /** The rows of one statement. */
  async rows<Row>(sql: string, values: readonly Value[] = [], patienceMs?: number): Promise<Row[]> {
    const encoded = values.map(encodeValue);
    const { rows } = await this.patiently((client) => client.query(sql, encoded), patienceMs);
    return rows as Row[];
  }

  /** Does something on one connection, from the beginning again when it breaks. */
  async patiently<T>(action: (client: Client) => Promise<T>, patienceMs = this.#patienceMs): Promise<T> {
    const since = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        return await this.#once(action);
      } catch (error) {
        const waited = performance.now() - since;
        if (!isPassing(error) || this.#closed || waited > patienceMs) throw error;
        const most = Math.min(longestRetryMs, firstRetryMs * 2 ** tries);
        await pause(most * (0.5 + 0.5 * Math.random()));
      }
    }
  }

  async #once<T>(action: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    // Told by the statement under way as well.
    client.on("error", ignore);
    let broken = false;
    try {
      return await action(client);
    } catch (error) {
      broken = isPassing(error);
      throw error;
    } finally {
      client.off("error", ignore);
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.end();
  }
}

function ignore(): void {}

function encodeValue(value: Value): unknown {
  if (typeof value === "string") return encodeText(value);
  return Array.isArray(value) ? value.map((item) => encodeValue(item as Value)) : value;
}
