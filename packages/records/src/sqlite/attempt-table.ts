import type { DatabaseSync } from "node:sqlite";
import type { Artifact, ArtifactInfo, AttemptRecord, Health } from "../attempt.ts";
import type { CellId } from "../cell.ts";
import type { JsonObject } from "../json.ts";
import { decode, type StoredContent } from "../stored/artifact-codec.ts";
import { cellWords, parseJson, parseOutcome, reading, UnreadableValueError } from "../stored/stored-value.ts";
import type { ArtifactToWrite } from "../stored/to-write.ts";
import { noSums, type Sums, toSpend, toUsage } from "../sums.ts";

interface AttemptRow {
  attempt: number;
  task_hash: string;
  worker: string;
  state: AttemptRecord["state"];
  started_at: string;
  ended_at: string | null;
  outcome: string | null;
  evidence: string | null;
  working_ms: number | null;
  waiting_ms: number | null;
  health: string | null;
  suspect: number | null;
}

/** Attempts as they are read, and their artifacts. */
export class AttemptTable {
  readonly #statements;

  constructor(db: DatabaseSync) {
    this.#statements = {
      ofCell: db.prepare(
        `SELECT attempt.*, worker.id AS worker FROM attempt JOIN worker ON worker.no = attempt.worker_no
          WHERE cell_no = ? ORDER BY attempt`,
      ),
      artifactsOfCell: db.prepare(
        "SELECT attempt, name, media_type, bytes FROM artifact WHERE cell_no = ? ORDER BY attempt, position",
      ),
      insertArtifact: db.prepare(
        `INSERT INTO artifact (cell_no, attempt, position, name, media_type, form, bytes, zstd, content)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      artifact: db.prepare(
        `SELECT name, media_type, form, bytes, zstd, content FROM artifact
          WHERE cell_no = ? AND attempt = ? AND name = ?`,
      ),
    };
  }

  insertArtifacts(cellNo: number, attempt: number, artifacts: readonly ArtifactToWrite[]): void {
    artifacts.forEach(({ name, mediaType, form, bytes, zstd, content }, position) => {
      this.#statements.insertArtifact.run(
        cellNo,
        attempt,
        position,
        name,
        mediaType,
        form,
        bytes,
        zstd ? 1 : 0,
        content,
      );
    });
  }

  ofCell(cellNo: number, cell: CellId, sums: ReadonlyMap<number, Sums>): AttemptRecord[] {
    const artifacts = this.#artifactsByAttempt(cellNo);
    const rows = this.#statements.ofCell.all(cellNo) as unknown as AttemptRow[];
    return rows.map((row) =>
      reading(
        () => `attempt ${row.attempt} of ${cellWords(cell)}`,
        () => toAttempt(row, cell, sums.get(row.attempt) ?? noSums(), artifacts.get(row.attempt) ?? []),
      ),
    );
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

  #artifactsByAttempt(cellNo: number): Map<number, ArtifactInfo[]> {
    const byAttempt = new Map<number, ArtifactInfo[]>();
    for (const row of this.#statements.artifactsOfCell.all(cellNo)) {
      const { attempt, name, media_type, bytes } = row as {
        attempt: number;
        name: string;
        media_type: string;
        bytes: number;
      };
      const list = byAttempt.get(attempt) ?? [];
      byAttempt.set(attempt, list);
      list.push({ name, mediaType: media_type, bytes });
    }
    return byAttempt;
  }
}

function toAttempt(row: AttemptRow, cell: CellId, sums: Sums, artifacts: ArtifactInfo[]): AttemptRecord {
  const begun = {
    subject: cell.subject,
    task: cell.task,
    run: cell.run,
    attempt: row.attempt,
    taskHash: row.task_hash,
    worker: row.worker,
    startedAt: row.started_at,
    spend: toSpend(sums),
    usage: toUsage(sums),
  };
  if (row.state === "running") return { ...begun, state: "running" };
  if (row.state === "lost") return { ...begun, state: "lost", endedAt: row.ended_at! };
  return {
    ...begun,
    state: "ended",
    endedAt: row.ended_at!,
    outcome: parseOutcome(row.outcome),
    evidence: parseJson<JsonObject>(row.evidence, "object"),
    workingMs: row.working_ms!,
    waitingMs: row.waiting_ms!,
    health: row.health === null ? null : parseJson<Health>(row.health, "object"),
    suspect: row.suspect === 1,
    artifacts,
  };
}
