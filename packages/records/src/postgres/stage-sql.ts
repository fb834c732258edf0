/**
 * The function that writes one cell of an import, as the text after its `CREATE FUNCTION`. `ended` is what later
 * versions keep of the end of an attempt, columns of text; without any it is the text of the first version, which stays
 * as it is.
 */
export function stageFunction(ended: readonly string[] = []): string {
  const given = ended.map((column) => `, ${column} text`).join("");
  const columns = ended.map((column) => `, ${column}`).join("");
  const values = ended.map((column) => `, a.${column}`).join("");
  return `stage_1(p_args jsonb, p_contents bytea, p_now bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_run bigint := (p_args->>'run_no')::bigint;
  v_cell bigint;
  v_worker bigint;
  a record;
BEGIN
  PERFORM 1 FROM run_total WHERE run_no = v_run FOR UPDATE;
  INSERT INTO worker (id, host, pid, heartbeat_ms, released)
    SELECT DISTINCT x->>'worker', '', 0, 0, true FROM jsonb_array_elements(p_args->'attempts') x
    ORDER BY 1 ON CONFLICT (id) DO NOTHING;
  INSERT INTO cell (run_no, repetition, task, subject, task_hash, attempts, running_worker, ended_attempt, outcome_kind)
    SELECT v_run, c.run, c.task, c.subject, c.hash, c.attempts, (SELECT w.no FROM worker w WHERE w.id = c.running), c.ended, c.kind
    FROM jsonb_to_record(p_args->'cell') AS c(
      run bigint, task text, subject text, hash text, attempts bigint, running text, ended bigint, kind text
    )
    ON CONFLICT (run_no, repetition, task, subject) DO NOTHING RETURNING no INTO v_cell;
  IF v_cell IS NULL THEN RETURN '"given-twice"'; END IF;
  FOR a IN SELECT * FROM jsonb_to_recordset(p_args->'attempts') AS x(
    attempt bigint, hash text, worker text, state text, started text, ended text, outcome text, evidence text,
    working double precision, waiting double precision, health text, suspect boolean${given}
  ) LOOP
    SELECT no INTO v_worker FROM worker WHERE id = a.worker;
    INSERT INTO attempt (cell_no, attempt, task_hash, worker_no, state, started_at, ended_at, outcome, evidence,
      working_ms, waiting_ms, health, suspect${columns})
      VALUES (v_cell, a.attempt, a.hash, v_worker, a.state, a.started, a.ended, a.outcome, a.evidence, a.working,
        a.waiting, a.health, a.suspect${values});
  END LOOP;
  PERFORM keep_artifacts_1(p_args->'artifacts', ARRAY[v_cell], p_contents);
  INSERT INTO call (run_no, cell_no, attempt, call_id, payer, model_id, worst_nano, opened_at, state, cost_nano,
    input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, details)
    SELECT v_run, v_cell, k.attempt, k.call, k.payer, k.model, k.worst, k.opened, k.state, k.cost,
      coalesce(k.t1, 0), coalesce(k.t2, 0), coalesce(k.t3, 0), coalesce(k.t4, 0), coalesce(k.t5, 0), k.details
    FROM ROWS FROM (jsonb_to_recordset(p_args->'calls') AS (
      attempt bigint, call text, payer text, model text, worst bigint, opened text, state text, cost bigint,
      t1 bigint, t2 bigint, t3 bigint, t4 bigint, t5 bigint, details text
    )) WITH ORDINALITY k ORDER BY k.ordinality;
  UPDATE run_total r SET running = r.running + d.running, attempts = r.attempts + d.attempts,
    open_calls = r.open_calls + d.open_calls, reserved_nano = r.reserved_nano + d.reserved_nano,
    carried_calls = r.carried_calls + d.carried_calls, subject_nano = r.subject_nano + d.subject_nano,
    judge_nano = r.judge_nano + d.judge_nano, agent_nano = r.agent_nano + d.agent_nano,
    carried_nano = r.carried_nano + d.carried_nano, unknown_calls = r.unknown_calls + d.unknown_calls,
    input_tokens = r.input_tokens + d.input_tokens, output_tokens = r.output_tokens + d.output_tokens,
    cache_read_tokens = r.cache_read_tokens + d.cache_read_tokens,
    cache_write_tokens = r.cache_write_tokens + d.cache_write_tokens,
    reasoning_tokens = r.reasoning_tokens + d.reasoning_tokens,
    outcomes = CASE WHEN p_args->'cell'->>'kind' IS NULL THEN r.outcomes ELSE r.outcomes || jsonb_build_object(
      p_args->'cell'->>'kind', coalesce((r.outcomes->>(p_args->'cell'->>'kind'))::bigint, 0) + 1) END
    FROM jsonb_populate_record(NULL::run_total, p_args->'totals') d WHERE r.run_no = v_run;
  UPDATE run SET staged_ms = p_now WHERE no = v_run;
  RETURN 'true';
END $$;`;
}
