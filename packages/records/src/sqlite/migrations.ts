import type { DatabaseSync } from "node:sqlite";

/** Marks a file as a store of ours in its header ("XRUN"). */
export const applicationId = 0x5852554e;

/**
 * The steps from an empty file to the present form, one a version; a step that was ever released is never changed.
 *
 * Money is in whole billionths of a dollar. A cell row holds the sums over its calls and the result of its last ended
 * attempt; `run_total` holds the sums over its cells, and over its calls under way (`open_calls`, `reserved_nano`:
 * their worst cases) and carried (`carried_calls`): all change in the transaction that changes what they sum up.
 * `counted` is what a result took, as JSON (`CountedWork`), where that is not what all calls of its cell add up to.
 * Times that programs compare are milliseconds, those that people read are ISO texts.
 */
const steps: readonly string[] = [
  `
  CREATE TABLE run (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    definition TEXT NOT NULL,
    manifest TEXT NOT NULL,
    state TEXT NOT NULL,
    planned_cells INTEGER NOT NULL,
    warnings TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    -- Milliseconds of the last sign of life of an import that has not ended; such a run is invisible.
    staged_ms INTEGER
  ) STRICT;
  CREATE INDEX run_created ON run (created_at, no);
  CREATE INDEX run_definition ON run (definition);

  CREATE TABLE run_total (
    run_no INTEGER PRIMARY KEY REFERENCES run (no) ON DELETE CASCADE,
    outcomes TEXT NOT NULL,
    running INTEGER NOT NULL DEFAULT 0,
    attempts INTEGER NOT NULL DEFAULT 0,
    subject_nano INTEGER NOT NULL DEFAULT 0,
    judge_nano INTEGER NOT NULL DEFAULT 0,
    agent_nano INTEGER NOT NULL DEFAULT 0,
    carried_nano INTEGER NOT NULL DEFAULT 0,
    unknown_calls INTEGER NOT NULL DEFAULT 0,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cache_read_tokens INTEGER NOT NULL DEFAULT 0,
    cache_write_tokens INTEGER NOT NULL DEFAULT 0,
    reasoning_tokens INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE worker (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    pid_space TEXT,
    pid_start TEXT,
    heartbeat_ms INTEGER NOT NULL,
    released INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE cell (
    no INTEGER PRIMARY KEY,
    run_no INTEGER NOT NULL REFERENCES run (no) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    task TEXT NOT NULL,
    repetition INTEGER NOT NULL,
    task_hash TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    running_worker INTEGER REFERENCES worker (no),
    outcome_kind TEXT,
    outcome TEXT,
    working_ms REAL NOT NULL DEFAULT 0,
    waiting_ms REAL NOT NULL DEFAULT 0,
    suspect INTEGER NOT NULL DEFAULT 0,
    ended_at TEXT,
    subject_nano INTEGER NOT NULL DEFAULT 0,
    judge_nano INTEGER NOT NULL DEFAULT 0,
    agent_nano INTEGER NOT NULL DEFAULT 0,
    carried_nano INTEGER NOT NULL DEFAULT 0,
    unknown_calls INTEGER NOT NULL DEFAULT 0,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cache_read_tokens INTEGER NOT NULL DEFAULT 0,
    cache_write_tokens INTEGER NOT NULL DEFAULT 0,
    reasoning_tokens INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  -- In the order of the schedule, so that cells claimed together lie together.
  CREATE UNIQUE INDEX cell_key ON cell (run_no, repetition, task, subject);
  CREATE INDEX cell_running ON cell (running_worker, run_no) WHERE running_worker IS NOT NULL;

  CREATE TABLE attempt (
    cell_no INTEGER NOT NULL REFERENCES cell (no) ON DELETE CASCADE,
    attempt INTEGER NOT NULL,
    task_hash TEXT NOT NULL,
    worker_no INTEGER NOT NULL REFERENCES worker (no),
    state TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    outcome TEXT,
    evidence TEXT,
    working_ms REAL,
    waiting_ms REAL,
    health TEXT,
    suspect INTEGER,
    PRIMARY KEY (cell_no, attempt)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE call (
    no INTEGER PRIMARY KEY,
    run_no INTEGER NOT NULL REFERENCES run (no) ON DELETE CASCADE,
    cell_no INTEGER NOT NULL REFERENCES cell (no) ON DELETE CASCADE,
    attempt INTEGER NOT NULL,
    call_id TEXT NOT NULL,
    payer TEXT NOT NULL,
    model_id TEXT NOT NULL,
    worst_nano INTEGER,
    opened_at TEXT NOT NULL,
    state TEXT NOT NULL,
    cost_nano INTEGER,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    cache_read_tokens INTEGER NOT NULL DEFAULT 0,
    cache_write_tokens INTEGER NOT NULL DEFAULT 0,
    reasoning_tokens INTEGER NOT NULL DEFAULT 0,
    details TEXT
  ) STRICT;
  CREATE INDEX call_cell ON call (cell_no);
  CREATE UNIQUE INDEX call_pending ON call (run_no, call_id) WHERE state <> 'charged';

  CREATE TABLE artifact (
    cell_no INTEGER NOT NULL REFERENCES cell (no) ON DELETE CASCADE,
    attempt INTEGER NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    form TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    zstd INTEGER NOT NULL,
    content BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX artifact_name ON artifact (cell_no, attempt, name);
  `,
  `
  ALTER TABLE run_total ADD COLUMN open_calls INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE run_total ADD COLUMN reserved_nano INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE run_total ADD COLUMN carried_calls INTEGER NOT NULL DEFAULT 0;
  UPDATE run_total SET (open_calls, reserved_nano, carried_calls) = (
    SELECT count(*) FILTER (WHERE state = 'open'),
      coalesce(sum(worst_nano) FILTER (WHERE state = 'open'), 0),
      count(worst_nano) FILTER (WHERE state = 'lost')
    FROM call INDEXED BY call_pending WHERE state <> 'charged' AND call.run_no = run_total.run_no
  );
  `,
  `
  ALTER TABLE cell ADD COLUMN counted TEXT;
  ALTER TABLE attempt ADD COLUMN counted TEXT;
  `,
];

/** The form of a store that this version writes. */
export const storeVersion = steps.length;

/** The form that a file says it has; 0 for a new one. */
export function versionOf(db: DatabaseSync): number {
  return (db.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

/**
 * Brings the file to the present form, or an earlier one, all or nothing: one that dies on the way leaves the file as
 * it was. Two processes may try at once.
 */
export function migrate(db: DatabaseSync, to = storeVersion): void {
  if (versionOf(db) >= to) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    const from = versionOf(db);
    for (const step of steps.slice(from, to)) db.exec(step);
    if (from < to) db.exec(`PRAGMA user_version = ${to}; PRAGMA application_id = ${applicationId}`);
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
