import { applyFunction } from "./apply-sql.ts";

/** What an attempt under way has come to so far is kept; its artifacts are kept as those of one that ends. */
export const keepBranch = `    WHEN 'keep' THEN
      SELECT no INTO v_cell FROM cell WHERE run_no = v_run AND repetition = op.run AND task = op.task
        AND subject = op.subject AND running_worker IS NOT NULL AND attempts = op.attempt;
      v_answer := to_jsonb(FOUND);
      IF FOUND THEN
        v_ended[v_count] := v_cell;
        UPDATE attempt SET evidence = op.evidence, suspect = op.suspect
          WHERE cell_no = v_cell AND attempt = op.attempt;
      END IF;

`;

/**
 * Attempts may keep what they have come to before they end. Takes the place of functions of the same name, for whoever
 * knows nothing of it is served as before. An artifact takes the place of one of the same name that was kept before.
 */
export const progressSql = `
CREATE OR REPLACE FUNCTION ${applyFunction(keepBranch)}

CREATE OR REPLACE FUNCTION keep_artifacts_1(p_artifacts jsonb, p_cells bigint[], p_contents bytea)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_uploads text[];
  v_replaced text[];
  v_kept text[];
BEGIN
  IF coalesce(jsonb_array_length(p_artifacts), 0) = 0 THEN RETURN; END IF;
  WITH replaced AS (
    DELETE FROM artifact x USING jsonb_to_recordset(p_artifacts) AS a(place integer, attempt bigint, name text)
      WHERE x.cell_no = p_cells[a.place] AND x.attempt = a.attempt AND x.name = a.name RETURNING x.upload
  )
  SELECT array_agg(upload) FILTER (WHERE upload IS NOT NULL) INTO v_replaced FROM replaced;
  WITH kept AS (
    INSERT INTO artifact (cell_no, attempt, position, name, media_type, form, bytes, zstd, content, upload)
      SELECT DISTINCT ON (p_cells[a.place], a.attempt, a.name)
        p_cells[a.place], a.attempt, a.position, a.name, a.type, a.form, a.bytes, a.zstd,
        CASE WHEN a.upload IS NULL THEN coalesce(substring(p_contents FROM a.o + 1 FOR a.l), '') END, a.upload
      FROM jsonb_to_recordset(p_artifacts) AS a(
        place integer, attempt bigint, position integer, name text, type text, form text, bytes bigint, zstd boolean,
        o integer, l integer, upload text
      ) WHERE p_cells[a.place] IS NOT NULL ORDER BY p_cells[a.place], a.attempt, a.name, a.place DESC
      RETURNING upload
  )
  SELECT array_agg(upload) FILTER (WHERE upload IS NOT NULL) INTO v_kept FROM kept;
  v_uploads := ARRAY(SELECT a->>'upload' FROM jsonb_array_elements(p_artifacts) a WHERE a->>'upload' IS NOT NULL);
  IF v_kept IS NOT NULL THEN DELETE FROM upload WHERE id = ANY (v_kept); END IF;
  v_replaced := v_replaced || ARRAY(SELECT unnest(v_uploads) EXCEPT SELECT unnest(v_kept));
  IF cardinality(v_replaced) > 0 THEN PERFORM discard_uploads_1(v_replaced); END IF;
END $$;
`;
