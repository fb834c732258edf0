import type { DatabaseSync } from "node:sqlite";
import type { Artifact, AttemptRecord } from "../attempt.ts";
import type { CellId } from "../cell.ts";
import type { WorkSession } from "../run-store.ts";
import { decode, type StoredContent } from "../stored/artifact-codec.ts";
import { type ArtifactRow, type AttemptRow, toAttempts } from "../stored/attempt-row.ts";
import { UnreadableValueError } from "../stored/stored-value.ts";
import type { ArtifactToWrite, ProgressToWrite } from "../stored/to-write.ts";
import { noSums, type Sums } from "../sums.ts";

/** Attempts as they are read, and their artifacts. */
export class AttemptTable {
  readonly #statements;

  constructor(db: DatabaseSync) {
    this.#statements = {
      ofCell: db.prepare(
        `SELECT attempt.*, worker.id AS worker FROM attempt JOIN worker ON worker.no = attempt.worker_no
          WHERE cell_no = ? ORDER BY attempt`,
      ),
      sessions: db.prepare(
        `SELECT min(attempt.started_at) AS startedAt,
          max(CASE attempt.state WHEN 'ended' THEN attempt.ended_at ELSE attempt.started_at END) AS endedAt
          FROM cell JOIN attempt ON attempt.cell_no = cell.no WHERE cell.run_no = ?
          GROUP BY attempt.worker_no ORDER BY startedAt, endedAt`,
      ),
      artifactsOfCell: db.prepare(
        "SELECT attempt, name, media_type, bytes FROM artifact WHERE cell_no = ? ORDER BY attempt, position, name",
      ),
      insertArtifact: db.prepare(
        `INSERT OR REPLACE INTO artifact (cell_no, attempt, position, name, media_type, form, bytes, zstd, content)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      keep: db.prepare("UPDATE attempt SET evidence = ?, suspect = ? WHERE cell_no = ? AND attempt = ?"),
      artifact: db.prepare(
        `SELECT name, media_type, form, bytes, zstd, content FROM artifact
          WHERE cell_no = ? AND attempt = ? AND name = ?`,
      ),
    };
  }

  /** When each worker of a run was at work. */
  sessions(runNo: number): WorkSession[] {
    const rows = this.#statements.sessions.all(runNo) as unknown as WorkSession[];
    return rows.map(({ startedAt, endedAt }) => ({ startedAt, endedAt }));
  }

  /** Each takes the place of one of the same name. Those of before the end (`from` below 0) come first when read. */
  insertArtifacts(cellNo: number, attempt: number, artifacts: readonly ArtifactToWrite[], from = 0): void {
    artifacts.forEach(({ name, mediaType, form, bytes, zstd, content }, position) => {
      this.#statements.insertArtifact.run(
        cellNo,
        attempt,
        from + position,
        name,
        mediaType,
        form,
        bytes,
        zstd ? 1 : 0,
        content,
      );
    });
  }

  /** What an attempt under way has come to so far. */
  keep(
    cellNo: number,
    attempt: number,
    { evidence, suspect }: ProgressToWrite,
    artifacts: readonly ArtifactToWrite[],
  ): void {
    this.#statements.keep.run(evidence, suspect ? 1 : 0, cellNo, attempt);
    this.insertArtifacts(cellNo, attempt, artifacts, -artifacts.length);
  }

  ofCell(
    cellNo: number,
    cell: CellId,
    { count, sums }: { count: number; sums: ReadonlyMap<number, Sums> },
  ): AttemptRecord[] {
    return toAttempts(cell, {
      rows: this.#statements.ofCell.all(cellNo) as unknown as AttemptRow[],
      artifacts: this.#statements.artifactsOfCell.all(cellNo) as unknown as ArtifactRow[],
      sums: ({ attempt }) => sums.get(attempt) ?? noSums(),
      count,
    });
  }

  async artifact(cellNo: number, attempt: number, name: string): Promise<Artifact | null> {
    const row = this.#statements.artifact.get(cellNo, attempt, name);
    if (row === undefined) return null;
    const { media_type, form, bytes, zstd, content } = row as unknown as Omit<StoredContent, "zstd"> & {
      media_type: string;
      zstd: number;
    };
    try {
      const plain = await decode({ form, bytes, zstd: zstd === 1, content });
      return { name, mediaType: media_type, content: plain };
    } catch (error) {
      throw new UnreadableValueError(`the artifact ${name} of an attempt`, error);
    }
  }
}
