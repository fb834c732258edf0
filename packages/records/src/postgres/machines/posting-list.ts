import { UnknownRunError } from "../../errors/record-errors.ts";
import type { JsonObject } from "../../json.ts";
import { createRedactor } from "../../redact.ts";
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
  /** How long whoever gives it out has not been heard of, in milliseconds, by the clock of the server. */
  silentMs: number;
  /** The last worker that did not work on it in this revision, and why; null when none refused. */
  refusal: Refusal | null;
}

/** Why a worker does not work on a run. */
export interface Refusal {
  /** The worker, as a person finds it: `host:pid`. */
  worker: string;
  /** Without secrets. */
  reason: string;
  /** How long ago, in milliseconds, by the clock of the server. */
  agoMs: number;
}

/** Why a run that has cells left is given to workers no more. */
export type PostingEnd = "budget" | "stopped";

interface PostingRow extends Omit<Posting, "spec" | "runId" | "refusal"> {
  run_id: string;
  spec: string;
  worker: string | null;
  refusal: string | null;
  agoMs: number | null;
}

/** The runs that are given out to workers. */
export class PostingList {
  readonly #connection: Connection;
  readonly #schema: string;
  readonly #redactor = createRedactor();

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  /**
   * Gives a run out, or again; one that was interrupted is `running` from then on. The revision stays when nothing has
   * changed and it was not closed. Returns the revision.
   */
  async post(runId: string, spec: JsonObject, state: "filling" | "open"): Promise<number> {
    const s = this.#schema;
    const anew = "posting.state = 'closed' OR posting.spec <> excluded.spec";
    const [row] = await this.#connection.rows<Pick<Posting, "revision">>(
      `INSERT INTO ${s}.posting (run_id, state, revision, spec, posted_ms, heard_ms)
        SELECT id, $2, 1, $3, ${s}.now_ms(), ${s}.now_ms() FROM ${s}.run WHERE id = $1
        ON CONFLICT (run_id) DO UPDATE SET state = excluded.state, spec = excluded.spec, reason = NULL,
        heard_ms = excluded.heard_ms, ${begun(anew)} RETURNING revision`,
      [runId, state, JSON.stringify(spec)],
    );
    if (row === undefined) throw new UnknownRunError(runId);
    await this.#runs(runId);
    return row.revision;
  }

  /**
   * Gives a run out again as it was given out last, by whomever. Null when it was taken from the workers since, or its
   * money is spent: that stays so.
   */
  async postAgain(
    runId: string,
    state: "filling" | "open",
  ): Promise<Pick<Posting, "spec" | "revision"> | null> {
    const s = this.#schema;
    const [row] = await this.#connection.rows<Pick<PostingRow, "spec" | "revision">>(
      `UPDATE ${s}.posting SET state = $2, heard_ms = ${s}.now_ms(), ${begun("posting.state = 'closed'")}
        WHERE run_id = $1 AND reason IS NULL RETURNING spec, revision`,
      [runId, state],
    );
    if (row === undefined) return null;
    await this.#runs(runId);
    return { spec: JSON.parse(row.spec) as JsonObject, revision: row.revision };
  }

  async #runs(runId: string): Promise<void> {
    const s = this.#schema;
    await this.#connection.rows(
      `UPDATE ${s}.run SET state = 'running', updated_at = ${s}.iso(${s}.now_ms())
        WHERE id = $1 AND state = 'interrupted'`,
      [runId],
    );
  }

  /** No more workers join, and those that are there leave; unless it has been given out anew since this revision. */
  async close(runId: string, reason: PostingEnd | null, revision: number | null = null): Promise<void> {
    await this.#connection.rows(
      `UPDATE ${this.#schema}.posting SET state = 'closed', reason = $2
        WHERE run_id = $1 AND state <> 'closed' AND revision = coalesce($3, revision)`,
      [runId, reason, revision],
    );
  }

  /** Whoever gives the run out is still there. */
  async hear(runId: string): Promise<void> {
    const s = this.#schema;
    await this.#connection.rows(`UPDATE ${s}.posting SET heard_ms = ${s}.now_ms() WHERE run_id = $1`, [
      runId,
    ]);
  }

  /**
   * Keeps why a worker does not work on this revision of the run, without secrets, in place of what was kept before.
   */
  async refuse(
    { runId, revision }: Pick<Posting, "runId" | "revision">,
    { worker, reason }: Omit<Refusal, "agoMs">,
  ): Promise<void> {
    const s = this.#schema;
    await this.#connection.rows(
      `UPDATE ${s}.posting SET refused_by = $3, refusal = $4, refused_ms = ${s}.now_ms()
        WHERE run_id = $1 AND revision = $2 AND state <> 'closed'`,
      [runId, revision, worker, this.#redactor.text(reason)],
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
    const s = this.#schema;
    const rows = await this.#connection.rows<PostingRow>(
      `SELECT run_id, state, revision, spec, reason, greatest(0, ${s}.now_ms() - heard_ms) AS "silentMs",
        refused_by AS worker, refusal, greatest(0, ${s}.now_ms() - refused_ms) AS "agoMs"
        FROM ${s}.posting WHERE ${where} ORDER BY posted_ms, run_id`,
      values,
    );
    return rows.map(({ run_id, spec, worker, refusal, agoMs, ...row }) => ({
      ...row,
      runId: run_id,
      spec: JSON.parse(spec) as JsonObject,
      refusal: refusal === null ? null : { worker: worker ?? "", reason: refusal, agoMs: agoMs ?? 0 },
    }));
  }
}

/** What changes with a revision, which begins when the condition holds: nobody has refused it yet. */
function begun(anew: string): string {
  const forgotten = ["refused_by", "refusal", "refused_ms"].map(
    (column) => `${column} = CASE WHEN ${anew} THEN NULL ELSE posting.${column} END`,
  );
  return [`revision = posting.revision + CASE WHEN ${anew} THEN 1 ELSE 0 END`, ...forgotten].join(", ");
}
