/**
 * What many machines need beside the records, as the second version made it: the runs that workers may work on, the
 * machines that do, what runs are made of, and answers that were paid for.
 */
export const machinesSql = `
CREATE TABLE posting (
  run_id text COLLATE "C" PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  state text NOT NULL,
  -- Goes up when what workers must know changes, so that they begin anew.
  revision bigint NOT NULL,
  spec text NOT NULL,
  -- Why no more workers join; null while they may.
  reason text,
  posted_ms bigint NOT NULL
);
CREATE INDEX posting_open ON posting (posted_ms) WHERE state <> 'closed';

CREATE TABLE machine (
  id text COLLATE "C" PRIMARY KEY,
  host text COLLATE "C" NOT NULL,
  pid bigint NOT NULL,
  tags text NOT NULL,
  concurrency bigint NOT NULL,
  -- What it works on; null when there is nothing to do.
  run_id text COLLATE "C",
  cells bigint NOT NULL,
  ended bigint NOT NULL,
  started_ms bigint NOT NULL,
  seen_ms bigint NOT NULL
) WITH (fillfactor = 50);

-- The pieces of a package are in piece, under the id of its upload.
CREATE TABLE package (
  hash text COLLATE "C" PRIMARY KEY,
  bytes bigint NOT NULL,
  upload text COLLATE "C" NOT NULL,
  used_ms bigint NOT NULL
);

CREATE TABLE response (
  run_id text COLLATE "C" NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL,
  entry text NOT NULL,
  PRIMARY KEY (run_id, key)
);
`;
