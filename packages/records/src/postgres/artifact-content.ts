import { randomUUID } from "node:crypto";
import type { Artifact } from "../attempt.ts";
import { decode, type StoredContent } from "../stored/artifact-codec.ts";
import { UnreadableValueError } from "../stored/stored-value.ts";
import type { ArtifactToWrite } from "../stored/to-write.ts";
import type { Connection } from "./connection.ts";

/** An artifact whose content goes with the write that keeps it, or has been uploaded before. */
export type StoredArtifact = Omit<ArtifactToWrite, "content"> &
  ({ inline: Uint8Array; upload: null } | { inline: null; upload: string });

/** Content up to this size goes with the end of its attempt, larger content before it, piece by piece. */
const inlineBytes = 256 * 1024;
const pieceBytes = 1024 * 1024;

interface ArtifactRow {
  media_type: string;
  form: StoredContent["form"];
  bytes: number;
  zstd: boolean;
  content: Buffer | null;
  upload: string | null;
}

/** The contents of artifacts: into the database and out of it. */
export class ArtifactContents {
  readonly #connection: Connection;
  readonly #schema: string;

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  /**
   * Uploads what is large, so that nobody waits for it later: neither those who write to the same run, nor a server
   * that would have to take it all at once. What no attempt takes over goes away after an hour.
   */
  async store(artifacts: readonly ArtifactToWrite[]): Promise<StoredArtifact[]> {
    const stored: StoredArtifact[] = [];
    for (const { content, ...about } of artifacts)
      stored.push(
        content.length <= inlineBytes
          ? { ...about, inline: content, upload: null }
          : { ...about, inline: null, upload: await this.#upload(content) },
      );
    return stored;
  }

  /** Those that all go with their write, so that there is nothing to wait for; null when some are to be uploaded. */
  inline(artifacts: readonly ArtifactToWrite[]): StoredArtifact[] | null {
    if (artifacts.some(({ content }) => content.length > inlineBytes)) return null;
    return artifacts.map(({ content, ...about }) => ({ ...about, inline: content, upload: null }));
  }

  async read(cellNo: number, attempt: number, name: string): Promise<Artifact | null> {
    const [row] = await this.#connection.rows<ArtifactRow>(
      `SELECT media_type, form, bytes, zstd, content, upload FROM ${this.#schema}.artifact
        WHERE cell_no = $1 AND attempt = $2 AND name = $3`,
      [cellNo, attempt, name],
    );
    if (row === undefined) return null;
    const { media_type, form, bytes, zstd, upload } = row;
    const content = upload === null ? row.content! : await this.#download(upload);
    try {
      return { name, mediaType: media_type, content: await decode({ form, bytes, zstd, content }) };
    } catch (error) {
      throw new UnreadableValueError(`the artifact ${name} of an attempt`, error);
    }
  }

  async #upload(content: Uint8Array): Promise<string> {
    const id = randomUUID();
    const s = this.#schema;
    await this.#connection.rows(`INSERT INTO ${s}.upload VALUES ($1, ${s}.now_ms()) ON CONFLICT DO NOTHING`, [
      id,
    ]);
    for (let position = 0; position * pieceBytes < content.length; position++) {
      const piece = content.subarray(position * pieceBytes, (position + 1) * pieceBytes);
      await this.#connection.rows(`INSERT INTO ${s}.piece VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
        ...[id, position],
        Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength),
      ]);
    }
    return id;
  }

  async #download(upload: string): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (;;) {
      const [row] = await this.#connection.rows<{ content: Buffer }>(
        `SELECT content FROM ${this.#schema}.piece WHERE upload = $1 AND position = $2`,
        [upload, pieces.length],
      );
      if (row === undefined) return Buffer.concat(pieces);
      pieces.push(row.content);
      if (row.content.length < pieceBytes) return Buffer.concat(pieces);
    }
  }
}
