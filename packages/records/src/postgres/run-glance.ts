import type { CellId } from "../cell.ts";
import type { CellEvidence } from "../cell-evidence.ts";
import { emptyGlance, type RunGlance } from "../cell-glance.ts";
import type { EvidenceNumber } from "../evidence-number.ts";
import { fromNanoUsd } from "../nano-usd.ts";
import { isScored, type OutcomeKind, outcomeKinds } from "../outcome.ts";
import { type EvidenceRow, toEvidence } from "../stored/stored-value.ts";
import type { TaskTally } from "../task-tally.ts";
import { callSums } from "./call-sums.ts";
import type { Connection } from "./connection.ts";

/**
 * A column of JSON text as JSON. Characters that PostgreSQL has no text for, U+0000 and halves of others, are in it
 * only escaped, and reading a member of it would fail for them wherever they stand. Another takes their place, also
 * behind a backslash that is a character itself. Hardly any text has some, and to look for one is faster than to
 * replace it.
 */
const jsonOf = (column: string) => `(CASE WHEN strpos(${column}, '\\u') = 0 THEN ${column} ELSE
  regexp_replace(${column}, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\u0020', 'g') END)::json`;

/** The score of an outcome that has one. */
const score = `(${jsonOf("a.outcome")}->>'score')::double precision`;

/**
 * What a cell is compared by, in whole billionths of a dollar, as far as it is known: `k` are the sums of its calls,
 * `a` is its last attempt.
 */
const costNano = `CASE WHEN a.counted IS NULL THEN coalesce(k.subject_nano + k.agent_nano, 0)
  ELSE round((a.counted::json->>'costUsd')::double precision * 1e9)::bigint END`;

/** The condition that nobody knows what a cell has cost, as `cellCost` says. */
const unknownCost = `CASE WHEN a.counted IS NULL THEN coalesce(k.unknown_calls > 0 OR k.carried_nano > 0, false)
  ELSE (a.counted::json->>'unknownCalls')::bigint > 0 END OR CASE
  WHEN ${costNano} = 0 THEN coalesce(json_typeof(${jsonOf("a.evidence")}->'costUsd') = 'null', false) ELSE false END`;

interface GlanceRow extends CellId {
  outcome: OutcomeKind | null;
  score: number | null;
  running: boolean;
  nano: number;
  unknown: boolean;
  working_ms: number;
  suspect: boolean;
}

/** Reads a whole run in one go, made small by the database itself. */
export class GlanceReader {
  readonly #connection: Connection;
  readonly #schema: string;

  constructor(connection: Connection, schema: string) {
    this.#connection = connection;
    this.#schema = schema;
  }

  /** All cells of a run at a glance, in no order. */
  async glance(runNo: number): Promise<RunGlance> {
    const s = this.#schema;
    const rows = await this.#connection.rows<GlanceRow>(
      `SELECT c.subject, c.task, c.repetition AS run, c.outcome_kind AS outcome, c.running_worker IS NOT NULL AS running,
        ${score} AS score, coalesce(a.working_ms, 0) AS working_ms, coalesce(a.suspect, false) AS suspect,
        ${costNano} AS nano, ${unknownCost} AS unknown
        FROM ${s}.cell c LEFT JOIN ${s}.attempt a ON a.cell_no = c.no AND a.attempt = c.ended_attempt
        LEFT JOIN (SELECT cell_no, ${callSums} FROM ${s}.call WHERE run_no = $1 GROUP BY cell_no) k ON k.cell_no = c.no
        WHERE c.run_no = $1`,
      [runNo],
    );
    const glance = emptyGlance();
    for (const { subject, task, run, outcome, running, score, nano, unknown, working_ms, suspect } of rows) {
      glance.subject.push(subject);
      glance.task.push(task);
      glance.run.push(run);
      glance.standing.push(running ? "running" : outcome);
      glance.score.push(score ?? (outcome !== null && isScored(outcome) ? 0 : null));
      glance.costUsd.push(unknown ? null : fromNanoUsd(nano));
      glance.workingMs.push(Math.round(working_ms));
      glance.suspect.push(suspect);
    }
    return glance;
  }

  /** What the evidence of cells has by a name, where that is a number, in no order. */
  numbers(runNo: number, name: string): Promise<EvidenceNumber[]> {
    const s = this.#schema;
    return this.#connection.rows<EvidenceNumber>(
      `SELECT subject, task, run, (value #>> '{}')::double precision AS value FROM (
        SELECT c.subject, c.task, c.repetition AS run, ${jsonOf("a.evidence")}->$2 AS value
        FROM ${s}.cell c JOIN ${s}.attempt a ON a.cell_no = c.no AND a.attempt = c.ended_attempt WHERE c.run_no = $1) found
        WHERE json_typeof(value) = 'number'`,
      [runNo, name],
    );
  }

  /** The evidence of the next cells that have some, after `after` in the order of run, task, subject. */
  async evidencePage(runNo: number, after: CellId | null, limit: number): Promise<CellEvidence[]> {
    const s = this.#schema;
    const { subject, task, run } = after ?? { subject: "", task: "", run: -1 };
    const rows = await this.#connection.rows<EvidenceRow>(
      `SELECT c.subject, c.task, c.repetition AS run, a.evidence
        FROM ${s}.cell c JOIN ${s}.attempt a ON a.cell_no = c.no AND a.attempt = c.ended_attempt
        WHERE c.run_no = $1 AND (c.repetition, c.task, c.subject) > ($2, $3, $4)
        ORDER BY c.repetition, c.task, c.subject LIMIT $5`,
      [runNo, run, task, subject, limit],
    );
    return rows.map(toEvidence);
  }

  /** The scores of a run by subject, task and its content, in no order. */
  tally(runNo: number): Promise<TaskTally[]> {
    const s = this.#schema;
    return this.#connection.rows<TaskTally>(
      `SELECT c.subject, c.task, c.task_hash AS "taskHash", count(*)::integer AS scored,
        (count(*) FILTER (WHERE c.outcome_kind = 'passed'))::integer AS passed,
        coalesce(sum(${score}), 0) AS score,
        (count(*) FILTER (WHERE ${unknownCost}))::integer AS "unknownCosts"
        FROM ${s}.cell c JOIN ${s}.attempt a ON a.cell_no = c.no AND a.attempt = c.ended_attempt
        LEFT JOIN (SELECT cell_no, ${callSums} FROM ${s}.call WHERE run_no = $1 GROUP BY cell_no) k ON k.cell_no = c.no
        WHERE c.run_no = $1 AND c.outcome_kind = ANY($2) GROUP BY c.subject, c.task, c.task_hash`,
      [runNo, outcomeKinds.filter(isScored)],
    );
  }
}
