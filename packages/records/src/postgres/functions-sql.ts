import { applyFunction } from "./apply-sql.ts";
import { stageFunction } from "./stage-sql.ts";

/**
 * What is written, in functions of the database: a batch is one statement in a transaction of its own. No lock is ever
 * held while a client is waited for, so that one that freezes or is cut off is in nobody's way, and a batch costs one
 * round trip. The number in a name goes up when what it takes or gives changes: clients of two versions may be at work.
 *
 * A refusal is an answer, never an exception: it harms no other write of the batch.
 */
export const functionsSql = `
CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

CREATE FUNCTION iso(ms bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT to_char(timestamp 'epoch' + ms * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- The only way in: does each batch of a writer once, in the order of their numbers.
CREATE FUNCTION write_1(p_writer text, p_batch bigint, p_what text, p_args jsonb, p_contents bytea, p_now bigint)
RETURNS jsonb LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  v_last record;
  v_answer jsonb;
  v_now bigint := coalesce(p_now, now_ms());
BEGIN
  SELECT w.batch, w.answer INTO v_last FROM writer w WHERE w.id = p_writer FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO writer (id, batch, seen_ms) VALUES (p_writer, p_batch - 1, v_now);
  ELSIF v_last.batch = p_batch THEN
    RETURN v_last.answer;
  END IF;
  CASE p_what
    WHEN 'apply' THEN v_answer := apply_1(p_args, p_contents, v_now);
    WHEN 'recover' THEN v_answer := recover_1(p_args, v_now, p_now IS NULL);
    WHEN 'release' THEN v_answer := release_1(p_args, v_now);
    WHEN 'open_run' THEN v_answer := open_run_1(p_args, v_now);
    WHEN 'stage' THEN v_answer := stage_1(p_args, p_contents, v_now);
  END CASE;
  UPDATE writer SET batch = p_batch, answer = v_answer, seen_ms = v_now WHERE id = p_writer;
  RETURN v_answer;
END $$;

-- Writes of one run, in their order: { run, ops, artifacts } gives one answer each.
CREATE FUNCTION ${applyFunction()}

-- Each artifact says the place of its attempt in p_cells, where there is nothing if that did not end. Content lies in
-- p_contents from byte o on, l bytes; or in the pieces of an upload, which is taken over or goes away.
CREATE FUNCTION keep_artifacts_1(p_artifacts jsonb, p_cells bigint[], p_contents bytea) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_kept text[];
  v_left text[];
BEGIN
  IF coalesce(jsonb_array_length(p_artifacts), 0) = 0 THEN RETURN; END IF;
  INSERT INTO artifact (cell_no, attempt, position, name, media_type, form, bytes, zstd, content, upload)
    SELECT p_cells[a.place], a.attempt, a.position, a.name, a.type, a.form, a.bytes, a.zstd,
      CASE WHEN a.upload IS NULL THEN coalesce(substring(p_contents FROM a.o + 1 FOR a.l), '') END, a.upload
    FROM jsonb_to_recordset(p_artifacts) AS a(
      place integer, attempt bigint, position integer, name text, type text, form text, bytes bigint, zstd boolean,
      o integer, l integer, upload text
    ) WHERE p_cells[a.place] IS NOT NULL;
  SELECT array_agg(a->>'upload') FILTER (WHERE p_cells[(a->>'place')::integer] IS NOT NULL),
    array_agg(a->>'upload') FILTER (WHERE p_cells[(a->>'place')::integer] IS NULL)
    INTO v_kept, v_left FROM jsonb_array_elements(p_artifacts) a WHERE a->>'upload' IS NOT NULL;
  IF v_kept IS NOT NULL THEN DELETE FROM upload WHERE id = ANY (v_kept); END IF;
  IF v_left IS NOT NULL THEN PERFORM discard_uploads_1(v_left); END IF;
END $$;

CREATE FUNCTION discard_uploads_1(p_uploads text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM piece WHERE upload = ANY (p_uploads);
  DELETE FROM upload WHERE id = ANY (p_uploads);
END $$;

-- Gives up the attempts of these workers in a run, and carries their calls under way at the worst case; also those of
-- attempts that ended before the charge came.
CREATE FUNCTION give_up_1(p_run bigint, p_workers bigint[], p_at text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_attempts bigint;
  v record;
BEGIN
  WITH gone AS (
    UPDATE cell SET running_worker = NULL WHERE run_no = p_run AND running_worker = ANY (p_workers)
      RETURNING no, attempts
  )
  UPDATE attempt a SET state = 'lost', ended_at = p_at FROM gone WHERE a.cell_no = gone.no AND a.attempt = gone.attempts;
  GET DIAGNOSTICS v_attempts = ROW_COUNT;
  WITH lost AS (
    UPDATE call k SET state = 'lost' FROM attempt a WHERE k.run_no = p_run AND k.state = 'open'
      AND a.cell_no = k.cell_no AND a.attempt = k.attempt AND a.worker_no = ANY (p_workers)
      RETURNING k.payer, k.worst_nano
  )
  SELECT count(*) AS calls, count(worst_nano) AS known, coalesce(sum(worst_nano), 0)::bigint AS nano,
    coalesce(sum(worst_nano) FILTER (WHERE payer = 'subject'), 0)::bigint AS subject,
    coalesce(sum(worst_nano) FILTER (WHERE payer = 'judge'), 0)::bigint AS judge,
    coalesce(sum(worst_nano) FILTER (WHERE payer = 'agent'), 0)::bigint AS agent
    INTO v FROM lost;
  UPDATE run_total SET running = running - v_attempts, open_calls = open_calls - v.calls,
    reserved_nano = reserved_nano - v.nano, carried_calls = carried_calls + v.known,
    carried_nano = carried_nano + v.nano, unknown_calls = unknown_calls + v.calls - v.known,
    subject_nano = subject_nano + v.subject, judge_nano = judge_nano + v.judge, agent_nano = agent_nano + v.agent
    WHERE run_no = p_run;
  RETURN jsonb_build_array(v_attempts, v.calls, v.nano);
END $$;

-- { run, gone, silence }: gone are workers whose process is known to be gone, as they were registered. By the server's
-- own clock nobody is silent because the server was down: nobody could be heard.
CREATE FUNCTION recover_1(p_args jsonb, p_now bigint, p_own_clock boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_run bigint;
  v_deaf_until bigint := 0;
  v_workers bigint[];
BEGIN
  SELECT no INTO v_run FROM run WHERE id = p_args->>'run' AND staged_ms IS NULL;
  IF NOT FOUND THEN RETURN '"unknown-run"'; END IF;
  PERFORM 1 FROM run_total WHERE run_no = v_run FOR UPDATE;
  IF p_own_clock THEN v_deaf_until := floor(extract(epoch FROM pg_postmaster_start_time()) * 1000); END IF;
  v_workers := ARRAY(
    SELECT w.no FROM worker w WHERE w.no IN (
        SELECT running_worker FROM cell WHERE run_no = v_run AND running_worker IS NOT NULL
        UNION
        SELECT a.worker_no FROM call k JOIN attempt a USING (cell_no, attempt) WHERE k.run_no = v_run AND k.state = 'open'
      ) AND (
        w.released OR p_now - greatest(w.heartbeat_ms, v_deaf_until) > (p_args->>'silence')::bigint
        OR EXISTS (
          SELECT 1 FROM jsonb_to_recordset(p_args->'gone') AS g(no bigint, pid bigint, start text)
          WHERE g.no = w.no AND g.pid = w.pid AND g.start IS NOT DISTINCT FROM w.pid_start
        )
      )
  );
  IF v_workers = '{}' THEN RETURN '[0, 0, 0]'; END IF;
  RETURN give_up_1(v_run, v_workers, iso(p_now));
END $$;

CREATE FUNCTION release_1(p_args jsonb, p_now bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_worker bigint;
  v_run bigint;
BEGIN
  UPDATE worker SET released = true WHERE id = p_args->>'worker' RETURNING no INTO v_worker;
  IF NOT FOUND THEN RETURN '"unknown-worker"'; END IF;
  -- Always in the same order, so that two of these do not wait for each other.
  FOR v_run IN
    SELECT run_no FROM cell WHERE running_worker = v_worker
    UNION SELECT k.run_no FROM call k JOIN attempt a USING (cell_no, attempt) WHERE k.state = 'open' AND a.worker_no = v_worker
    ORDER BY 1
  LOOP
    PERFORM 1 FROM run_total WHERE run_no = v_run FOR UPDATE;
    PERFORM give_up_1(v_run, ARRAY[v_worker], iso(p_now));
  END LOOP;
  RETURN 'true';
END $$;

-- { ids, short, only_new, kind, name, definition, manifest, planned }: the latest unfinished run of the definition, or a
-- new one with the first id whose short form no other run has.
CREATE FUNCTION open_run_1(p_args jsonb, p_now bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_id text;
BEGIN
  PERFORM pg_advisory_xact_lock(1481790798, hashtext(current_schema()));
  IF NOT (p_args->>'only_new')::boolean THEN
    SELECT id INTO v_id FROM run WHERE staged_ms IS NULL AND definition = p_args->>'definition' AND state <> 'finished'
      ORDER BY created_at DESC, no DESC LIMIT 1;
    IF FOUND THEN RETURN jsonb_build_array(v_id, false); END IF;
  END IF;
  FOR v_id IN SELECT jsonb_array_elements_text(p_args->'ids') LOOP
    EXIT WHEN NOT EXISTS (SELECT 1 FROM run WHERE id ^@ left(v_id, (p_args->>'short')::integer));
  END LOOP;
  WITH made AS (
    INSERT INTO run (id, kind, name, definition, manifest, state, planned_cells, warnings, created_at, updated_at)
      VALUES (v_id, p_args->>'kind', p_args->>'name', p_args->>'definition', p_args->>'manifest', 'running',
        (p_args->>'planned')::bigint, '[]', iso(p_now), iso(p_now)) RETURNING no
  )
  INSERT INTO run_total (run_no) SELECT no FROM made;
  RETURN jsonb_build_array(v_id, true);
END $$;

-- One cell of an import: { run_no, cell, attempts, calls, totals, artifacts }.
CREATE FUNCTION ${stageFunction()}

-- Removes a part of a run; true when nothing is left of it.
CREATE FUNCTION remove_some_1(p_run bigint, p_cells integer) RETURNS boolean
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  v_cells bigint[] := ARRAY(SELECT no FROM cell WHERE run_no = p_run LIMIT p_cells);
BEGIN
  DELETE FROM piece WHERE upload IN (SELECT upload FROM artifact WHERE cell_no = ANY (v_cells) AND upload IS NOT NULL);
  DELETE FROM artifact WHERE cell_no = ANY (v_cells);
  DELETE FROM call WHERE cell_no = ANY (v_cells);
  DELETE FROM attempt WHERE cell_no = ANY (v_cells);
  DELETE FROM cell WHERE no = ANY (v_cells);
  IF cardinality(v_cells) = p_cells THEN RETURN false; END IF;
  DELETE FROM run WHERE no = p_run;
  RETURN true;
END $$;

-- What stores and attempts that died long ago have left behind.
CREATE FUNCTION tidy_1(p_writers_before bigint, p_uploads_before bigint) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM writer WHERE seen_ms < p_writers_before;
  PERFORM discard_uploads_1(ARRAY(SELECT id FROM upload WHERE begun_ms < p_uploads_before FOR UPDATE SKIP LOCKED));
END $$;
`;
