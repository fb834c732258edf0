import { randomUUID } from "node:crypto";
import { RecordsError } from "../../errors/records-error.ts";
import type { Connection } from "../connection.ts";

const pieceBytes = 1024 * 1024;
/** A package that nobody used for 30 days has no use. */
const unusedMs = 30 * 24 * 3_600_000;

/** What was stored of a package went away before the last piece came. */
class PackageLostError extends RecordsError {
  override readonly name = "PackageLostError";

  constructor() {
    super(
      "package-lost",
      "Nothing more of the project came into the database for more than an hour, and what was there of it was removed. Give the same command again.",
    );
  }
}

/** What runs are made of, by content hash: stored once, however many runs and machines use it. */
export class PackageStore {
  readonly #connection: Connection;
  readonly #schema: string;

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  async has(hash: string): Promise<boolean> {
    const s = this.#schema;
    const sql = `UPDATE ${s}.package SET used_ms = ${s}.now_ms() WHERE hash = $1 RETURNING hash`;
    return (await this.#connection.rows(sql, [hash])).length > 0;
  }

  /**
   * Keeps a package, piece by piece. Of several that keep the same one, one stays; the others leave nothing behind. It
   * may take as long as it likes, unless no piece comes for an hour.
   */
  async keep(hash: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const s = this.#schema;
    const upload = randomUUID();
    await this.#connection.rows(`INSERT INTO ${s}.upload VALUES ($1, ${s}.now_ms()) ON CONFLICT DO NOTHING`, [
      upload,
    ]);
    let [position, bytes] = [0, 0];
    for await (const piece of inPieces(content)) {
      const there = await this.#connection.rows(
        `WITH fresh AS (UPDATE ${s}.upload SET begun_ms = ${s}.now_ms() WHERE id = $1 RETURNING id),
          added AS (INSERT INTO ${s}.piece SELECT id, $2::integer, $3::bytea FROM fresh ON CONFLICT DO NOTHING)
        SELECT id FROM fresh`,
        [upload, position, piece],
      );
      if (there.length === 0) throw new PackageLostError();
      position += 1;
      bytes += piece.length;
    }
    // The upload that no package takes over goes away after an hour, as all such do.
    await this.#connection.rows(
      `WITH kept AS (
        INSERT INTO ${s}.package (hash, bytes, upload, used_ms)
          SELECT $1, $2::bigint, id, ${s}.now_ms() FROM ${s}.upload WHERE id = $3
        ON CONFLICT (hash) DO NOTHING RETURNING upload
      ) DELETE FROM ${s}.upload WHERE id IN (SELECT upload FROM kept)`,
      [hash, bytes, upload],
    );
    if (!(await this.has(hash))) throw new PackageLostError();
  }

  /**
   * Removes packages that nobody has kept, asked for or read for so long, unless a run that is given out is made of
   * them. Whoever needs one again packs it anew. Returns how many.
   */
  async forgetUnused(olderThanMs = unusedMs): Promise<number> {
    const s = this.#schema;
    const rows = await this.#connection.rows(
      `WITH gone AS (
        DELETE FROM ${s}.package WHERE used_ms <= ${s}.now_ms() - $1::bigint
          AND NOT EXISTS (SELECT 1 FROM ${s}.posting WHERE state <> 'closed' AND position(hash IN spec) > 0)
          RETURNING upload
      ), pieces AS (DELETE FROM ${s}.piece WHERE upload IN (SELECT upload FROM gone))
      SELECT upload FROM gone`,
      [olderThanMs],
    );
    return rows.length;
  }

  /** The package piece by piece; null when there is none. */
  async read(hash: string): Promise<AsyncIterable<Uint8Array> | null> {
    const s = this.#schema;
    const [row] = await this.#connection.rows<{ upload: string; bytes: number }>(
      `UPDATE ${s}.package SET used_ms = ${s}.now_ms() WHERE hash = $1 RETURNING upload, bytes`,
      [hash],
    );
    return row === undefined ? null : this.#pieces(row.upload, row.bytes);
  }

  async *#pieces(upload: string, bytes: number): AsyncIterable<Uint8Array> {
    for (let position = 0; position * pieceBytes < bytes; position += 1) {
      const [row] = await this.#connection.rows<{ content: Buffer }>(
        `SELECT content FROM ${this.#schema}.piece WHERE upload = $1 AND position = $2`,
        [upload, position],
      );
      yield row!.content;
    }
  }
}

async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < pieceBytes) continue;
    const all = Buffer.concat(waiting);
    let at = 0;
    for (; at + pieceBytes <= all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes);
    waiting = [all.subarray(at)];
    size = all.length - at;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
