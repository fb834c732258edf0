import { UnknownRunError } from "../../errors/record-errors.ts";
import type { JsonObject } from "../../json.ts";
import type { Connection } from "../connection.ts";

/**
 * A run that workers may work on. While its cells are still being given out it is `filling`: workers may join, but an
 * empty queue does not mean that there is nothing more to do.
 */
export interface Posting {
  runId: string;
  state: "filling" | "open" | "closed";
  /** Goes up when what workers must know has changed. */
  revision: number;
  /** What the run is made of, as the planner wrote it. */
  spec: JsonObject;
  /** Why it is closed: the money is spent, or somebody took it from the workers; null when nothing is left to do. */
  reason: PostingEnd | null;
}

/** Why a run that has cells left is given to workers no more. */
export type PostingEnd = "budget" | "stopped";

interface PostingRow extends Omit<Posting, "spec" | "runId"> {
  run_id: string;
  spec: string;
}

/** The runs that are given out to workers. */
export class PostingList {
  readonly #connection: Connection;
  readonly #schema: string;

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  /** Gives a run out, or again. The revision stays when nothing has changed and it was not closed. */
  async post(runId: string, spec: JsonObject, state: "filling" | "open"): Promise<void> {
    const s = this.#schema;
    const rows = await this.#connection.rows(
      `INSERT INTO ${s}.posting (run_id, state, revision, spec, posted_ms)
        SELECT id, $2, 1, $3, ${s}.now_ms() FROM ${s}.run WHERE id = $1
        ON CONFLICT (run_id) DO UPDATE SET state = excluded.state, spec = excluded.spec, reason = NULL,
        revision = posting.revision
          + CASE WHEN posting.state = 'closed' OR posting.spec <> excluded.spec THEN 1 ELSE 0 END
        RETURNING run_id`,
      [runId, state, JSON.stringify(spec)],
    );
    if (rows.length === 0) throw new UnknownRunError(runId);
  }

  /** No more workers join, and those that are there leave; unless it has been given out anew since this revision. */
  async close(runId: string, reason: PostingEnd | null, revision: number | null = null): Promise<void> {
    await this.#connection.rows(
      `UPDATE ${this.#schema}.posting SET state = 'closed', reason = $2
        WHERE run_id = $1 AND state <> 'closed' AND revision = coalesce($3, revision)`,
      [runId, reason, revision],
    );
  }

  async find(runId: string): Promise<Posting | null> {
    const [row] = await this.#rows("run_id = $1", [runId]);
    return row ?? null;
  }

  /** Those that are not closed, the oldest first. */
  open(): Promise<Posting[]> {
    return this.#rows("state <> 'closed'", []);
  }

  async #rows(where: string, values: readonly string[]): Promise<Posting[]> {
    const rows = await this.#connection.rows<PostingRow>(
      `SELECT run_id, state, revision, spec, reason FROM ${this.#schema}.posting WHERE ${where} ORDER BY posted_ms, run_id`,
      values,
    );
    return rows.map(({ run_id, spec, ...row }) => ({
      ...row,
      runId: run_id,
      spec: JSON.parse(spec) as JsonObject,
    }));
  }
}
