/**
 * The function that does the writes of one run, as the text after its `CREATE FUNCTION`. `branches` are kinds of writes
 * that a later version has added, each a `WHEN`; `ended` is what later versions keep of the end of an attempt, columns
 * of text. Without either it is the text of the first version, which stays as it is.
 */
export function applyFunction(branches = "", ended: readonly string[] = []): string {
  const given = ended.map((column) => `, ${column} text`).join("");
  const kept = ended.map((column) => `, ${column} = op.${column}`).join("");
  return `apply_1(p_args jsonb, p_contents bytea, p_now bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_run bigint;
  t run_total%ROWTYPE;
  op record;
  w record;
  c record;
  k record;
  v_worker text;
  v_cell bigint;
  v_attempt bigint;
  v_hash text;
  v_spent bigint;
  v_added bigint;
  v_at text := iso(p_now);
  v_answer jsonb;
  v_answers jsonb[] := '{}';
  -- By the place of the write in the batch: the cell whose attempt it ended.
  v_ended bigint[] := '{}';
  v_count integer := 0;
BEGIN
  SELECT r.no INTO v_run FROM run r WHERE r.id = p_args->>'run' AND r.staged_ms IS NULL;
  IF NOT FOUND THEN RETURN '"unknown-run"'; END IF;
  SELECT * INTO t FROM run_total WHERE run_no = v_run FOR UPDATE;
  FOR op IN SELECT * FROM jsonb_to_recordset(p_args->'ops') AS o(
    op text, subject text, task text, run bigint, hash text, worker text, attempt bigint,
    call text, payer text, model text, worst bigint, opened text, budget bigint, is_strict boolean,
    cost bigint, t1 bigint, t2 bigint, t3 bigint, t4 bigint, t5 bigint, details text,
    kind text, outcome text, evidence text, working double precision, waiting double precision, health text,
    suspect boolean${given}
  ) LOOP
    v_answer := NULL;
    v_ended := array_append(v_ended, NULL);
    v_count := v_count + 1;
    CASE op.op
    WHEN 'claim' THEN
      IF v_worker IS DISTINCT FROM op.worker THEN
        SELECT no, released INTO w FROM worker WHERE id = op.worker;
        v_worker := CASE WHEN FOUND AND NOT w.released THEN op.worker END;
      END IF;
      IF v_worker IS NULL THEN
        v_answer := '"unknown-worker"';
      ELSE
        SELECT no, attempts, running_worker, outcome_kind, task_hash INTO c FROM cell
          WHERE run_no = v_run AND repetition = op.run AND task = op.task AND subject = op.subject;
        IF NOT FOUND THEN
          v_attempt := 1;
          INSERT INTO cell (run_no, repetition, task, subject, task_hash, attempts, running_worker)
            VALUES (v_run, op.run, op.task, op.subject, op.hash, 1, w.no) RETURNING no INTO v_cell;
        ELSIF c.running_worker IS NOT NULL THEN
          v_answer := '"taken"';
        ELSIF c.outcome_kind NOT IN ('unscored', 'infrastructure', 'cancelled') AND c.task_hash = op.hash THEN
          v_answer := '"done"';
        ELSE
          v_attempt := c.attempts + 1;
          v_cell := c.no;
          UPDATE cell SET attempts = v_attempt, running_worker = w.no,
            task_hash = CASE WHEN outcome_kind IS NULL THEN op.hash ELSE task_hash END WHERE no = v_cell;
        END IF;
        IF v_answer IS NULL THEN
          INSERT INTO attempt (cell_no, attempt, task_hash, worker_no, state, started_at)
            VALUES (v_cell, v_attempt, op.hash, w.no, 'running', v_at);
          t.running := t.running + 1;
          t.attempts := t.attempts + 1;
          v_answer := to_jsonb(v_attempt);
        END IF;
      END IF;

    WHEN 'open' THEN
      SELECT no INTO v_cell FROM cell WHERE run_no = v_run AND repetition = op.run AND task = op.task
        AND subject = op.subject AND running_worker IS NOT NULL AND attempts = op.attempt;
      v_spent := t.subject_nano + t.judge_nano + t.agent_nano;
      IF NOT FOUND THEN
        v_answer := '"not-running"';
      ELSIF op.budget IS NULL OR coalesce(op.worst = 0, false) OR (CASE WHEN op.is_strict
        THEN v_spent < op.budget AND v_spent + t.reserved_nano + coalesce(op.worst, 0) <= op.budget
        ELSE v_spent - t.carried_nano < op.budget END)
      THEN
        INSERT INTO call (run_no, cell_no, attempt, call_id, payer, model_id, worst_nano, opened_at, state)
          VALUES (v_run, v_cell, op.attempt, op.call, op.payer, op.model, op.worst, op.opened, 'open')
          ON CONFLICT (run_no, call_id) DO NOTHING;
        IF FOUND THEN
          t.open_calls := t.open_calls + 1;
          t.reserved_nano := t.reserved_nano + coalesce(op.worst, 0);
        ELSE
          v_answer := '"duplicate"';
        END IF;
      ELSE
        v_answer := jsonb_build_array('refused', v_spent, t.carried_nano, t.carried_calls, t.reserved_nano, t.open_calls);
      END IF;
      IF v_answer IS NULL THEN
        v_answer := jsonb_build_array('opened', v_spent, t.carried_nano, t.carried_calls, t.reserved_nano, t.open_calls);
      END IF;

    WHEN 'charge', 'carry' THEN
      SELECT cell_no, no, payer, worst_nano, state INTO k FROM call WHERE run_no = v_run AND call_id = op.call;
      IF NOT FOUND THEN
        v_answer := '"unknown-call"';
      ELSIF op.op = 'charge' AND k.state <> 'charged' THEN
        UPDATE call SET state = 'charged', cost_nano = op.cost, input_tokens = op.t1, output_tokens = op.t2,
          cache_read_tokens = op.t3, cache_write_tokens = op.t4, reasoning_tokens = op.t5, details = op.details
          WHERE cell_no = k.cell_no AND no = k.no;
        v_added := coalesce(op.cost, 0);
        IF op.cost IS NULL THEN t.unknown_calls := t.unknown_calls + 1; END IF;
        IF k.state = 'open' THEN
          t.open_calls := t.open_calls - 1;
          t.reserved_nano := t.reserved_nano - coalesce(k.worst_nano, 0);
        ELSIF k.worst_nano IS NULL THEN
          t.unknown_calls := t.unknown_calls - 1;
        ELSE
          v_added := v_added - k.worst_nano;
          t.carried_nano := t.carried_nano - k.worst_nano;
          t.carried_calls := t.carried_calls - 1;
        END IF;
        t.input_tokens := t.input_tokens + op.t1;
        t.output_tokens := t.output_tokens + op.t2;
        t.cache_read_tokens := t.cache_read_tokens + op.t3;
        t.cache_write_tokens := t.cache_write_tokens + op.t4;
        t.reasoning_tokens := t.reasoning_tokens + op.t5;
        CASE k.payer
          WHEN 'subject' THEN t.subject_nano := t.subject_nano + v_added;
          WHEN 'judge' THEN t.judge_nano := t.judge_nano + v_added;
          ELSE t.agent_nano := t.agent_nano + v_added;
        END CASE;
      ELSIF op.op = 'carry' AND k.state = 'open' THEN
        UPDATE call SET state = 'lost' WHERE cell_no = k.cell_no AND no = k.no;
        t.open_calls := t.open_calls - 1;
        IF k.worst_nano IS NULL THEN
          t.unknown_calls := t.unknown_calls + 1;
        ELSE
          t.reserved_nano := t.reserved_nano - k.worst_nano;
          t.carried_nano := t.carried_nano + k.worst_nano;
          t.carried_calls := t.carried_calls + 1;
          CASE k.payer
            WHEN 'subject' THEN t.subject_nano := t.subject_nano + k.worst_nano;
            WHEN 'judge' THEN t.judge_nano := t.judge_nano + k.worst_nano;
            ELSE t.agent_nano := t.agent_nano + k.worst_nano;
          END CASE;
        END IF;
      END IF;

${branches}    WHEN 'end' THEN
      SELECT no, outcome_kind INTO c FROM cell WHERE run_no = v_run AND repetition = op.run AND task = op.task
        AND subject = op.subject AND running_worker IS NOT NULL AND attempts = op.attempt;
      IF NOT FOUND THEN
        v_answer := 'false';
      ELSE
        v_answer := 'true';
        v_ended[v_count] := c.no;
        UPDATE attempt SET state = 'ended', ended_at = v_at, outcome = op.outcome, evidence = op.evidence,
          working_ms = op.working, waiting_ms = op.waiting, health = op.health, suspect = op.suspect${kept}
          WHERE cell_no = c.no AND attempt = op.attempt RETURNING task_hash INTO v_hash;
        UPDATE cell SET running_worker = NULL, task_hash = v_hash, outcome_kind = op.kind, ended_attempt = op.attempt
          WHERE no = c.no;
        t.running := t.running - 1;
        IF c.outcome_kind IS NOT NULL THEN
          t.outcomes := t.outcomes || jsonb_build_object(c.outcome_kind, (t.outcomes->>c.outcome_kind)::bigint - 1);
        END IF;
        t.outcomes := t.outcomes || jsonb_build_object(op.kind, coalesce((t.outcomes->>op.kind)::bigint, 0) + 1);
      END IF;
    END CASE;
    v_answers := array_append(v_answers, coalesce(v_answer, 'null'));
  END LOOP;
  PERFORM keep_artifacts_1(p_args->'artifacts', v_ended, p_contents);
  UPDATE run_total SET outcomes = t.outcomes, running = t.running, attempts = t.attempts, open_calls = t.open_calls,
    reserved_nano = t.reserved_nano, carried_calls = t.carried_calls, subject_nano = t.subject_nano,
    judge_nano = t.judge_nano, agent_nano = t.agent_nano, carried_nano = t.carried_nano,
    unknown_calls = t.unknown_calls, input_tokens = t.input_tokens, output_tokens = t.output_tokens,
    cache_read_tokens = t.cache_read_tokens, cache_write_tokens = t.cache_write_tokens,
    reasoning_tokens = t.reasoning_tokens
    WHERE run_no = v_run;
  RETURN to_jsonb(v_answers);
END $$;`;
}
