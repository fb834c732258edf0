/**
 * The tables, as the first version made them. Money is in whole billionths of a dollar; times that programs compare are
 * milliseconds, those that people read are ISO texts. Texts compare by their bytes, so that their order is the same on
 * every server.
 *
 * `run_total` holds the sums over a run. Every write to the cells of a run locks its row first, so that they happen one
 * after the other, whoever writes; it changes in the transaction that changes what it sums up. The sums of a cell are
 * those of its calls and are not stored: a charge writes one row. There are no foreign keys on what is written for
 * every cell: only the functions of this schema write there.
 */
export const tablesSql = `
CREATE TABLE store (version integer NOT NULL);
INSERT INTO store VALUES (0);

CREATE TABLE run (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  definition text COLLATE "C" NOT NULL,
  manifest text NOT NULL,
  state text NOT NULL,
  planned_cells bigint NOT NULL,
  warnings text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  -- Milliseconds of the last sign of life of an import that has not ended; such a run is invisible.
  staged_ms bigint
);
CREATE INDEX run_created ON run (created_at, no);
CREATE INDEX run_definition ON run (definition);

CREATE TABLE run_total (
  run_no bigint PRIMARY KEY REFERENCES run (no) ON DELETE CASCADE,
  outcomes jsonb NOT NULL DEFAULT '{}',
  running bigint NOT NULL DEFAULT 0,
  attempts bigint NOT NULL DEFAULT 0,
  open_calls bigint NOT NULL DEFAULT 0,
  reserved_nano bigint NOT NULL DEFAULT 0,
  carried_calls bigint NOT NULL DEFAULT 0,
  subject_nano bigint NOT NULL DEFAULT 0,
  judge_nano bigint NOT NULL DEFAULT 0,
  agent_nano bigint NOT NULL DEFAULT 0,
  carried_nano bigint NOT NULL DEFAULT 0,
  unknown_calls bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cache_read_tokens bigint NOT NULL DEFAULT 0,
  cache_write_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0
  -- Changes with every batch: room for its next forms on the same page.
) WITH (fillfactor = 10);

CREATE TABLE worker (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  host text COLLATE "C" NOT NULL,
  pid bigint NOT NULL,
  pid_space text,
  pid_start text,
  heartbeat_ms bigint NOT NULL,
  released boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);

CREATE TABLE cell (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_no bigint NOT NULL,
  repetition bigint NOT NULL,
  attempts bigint NOT NULL,
  running_worker bigint,
  -- The attempt whose result is the cell's: the last that ended.
  ended_attempt bigint,
  outcome_kind text COLLATE "C",
  subject text COLLATE "C" NOT NULL,
  task text COLLATE "C" NOT NULL,
  task_hash text COLLATE "C" NOT NULL
);
-- In the order of the schedule, so that cells claimed together lie together.
CREATE UNIQUE INDEX cell_key ON cell (run_no, repetition, task, subject);
CREATE INDEX cell_running ON cell (run_no, running_worker) WHERE running_worker IS NOT NULL;

CREATE TABLE attempt (
  cell_no bigint NOT NULL,
  attempt bigint NOT NULL,
  worker_no bigint NOT NULL,
  working_ms double precision,
  waiting_ms double precision,
  suspect boolean,
  state text NOT NULL,
  task_hash text NOT NULL,
  started_at text NOT NULL,
  ended_at text,
  outcome text,
  evidence text,
  health text,
  PRIMARY KEY (cell_no, attempt)
) WITH (fillfactor = 70);

CREATE TABLE call (
  cell_no bigint NOT NULL,
  no bigint GENERATED ALWAYS AS IDENTITY,
  run_no bigint NOT NULL,
  attempt bigint NOT NULL,
  worst_nano bigint,
  cost_nano bigint,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cache_read_tokens bigint NOT NULL DEFAULT 0,
  cache_write_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0,
  call_id text COLLATE "C" NOT NULL,
  payer text NOT NULL,
  model_id text NOT NULL,
  opened_at text NOT NULL,
  state text NOT NULL,
  details text,
  PRIMARY KEY (cell_no, no)
);
CREATE UNIQUE INDEX call_key ON call (run_no, call_id);
CREATE INDEX call_open ON call (run_no) WHERE state = 'open';

-- Content is compressed before it comes here.
CREATE TABLE artifact (
  cell_no bigint NOT NULL,
  attempt bigint NOT NULL,
  position integer NOT NULL,
  bytes bigint NOT NULL,
  zstd boolean NOT NULL,
  name text COLLATE "C" NOT NULL,
  media_type text NOT NULL,
  form text NOT NULL,
  -- Small content lies here, large content in pieces.
  content bytea,
  upload text COLLATE "C",
  PRIMARY KEY (cell_no, attempt, name)
);
ALTER TABLE artifact ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE piece (
  upload text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (upload, position)
);
ALTER TABLE piece ALTER COLUMN content SET STORAGE EXTERNAL;
-- Pieces that no artifact has taken yet.
CREATE TABLE upload (id text COLLATE "C" PRIMARY KEY, begun_ms bigint NOT NULL);

-- The last batch of each open store and its answer, so that one sent again over a new connection is not done twice.
CREATE TABLE writer (
  id text COLLATE "C" PRIMARY KEY,
  batch bigint NOT NULL,
  answer jsonb,
  seen_ms bigint NOT NULL
) WITH (fillfactor = 10);
`;
