import type { DatabaseSync } from "node:sqlite";
import type { CellId } from "../cell.ts";
import type { CellEvidence } from "../cell-evidence.ts";
import type { RunGlance } from "../cell-glance.ts";
import type { EvidenceNumber } from "../evidence-number.ts";
import { fromNanoUsd } from "../nano-usd.ts";
import { isScored, outcomeKinds } from "../outcome.ts";
import { type EvidenceRow, toEvidence } from "../stored/stored-value.ts";
import type { TaskTally } from "../task-tally.ts";

/** The condition that the outcome of a row is a score. */
const scoredKind = `outcome_kind IN (${outcomeKinds
  .filter(isScored)
  .map((kind) => `'${kind}'`)
  .join(", ")})`;

/** What the cell of a row is compared by, in whole billionths of a dollar, as far as it is known. */
const costNano = `iif(counted IS NULL, subject_nano + agent_nano, CAST(round((counted ->> '$.costUsd') * 1e9) AS INTEGER))`;

/** The condition that nobody knows what the cell of a row has cost, as `cellCost` says. */
const unknownCost = `(iif(counted IS NULL, unknown_calls > 0 OR carried_nano > 0, (counted ->> '$.unknownCalls') > 0)
  OR (${costNano} = 0 AND (SELECT json_type(evidence, '$.costUsd') FROM attempt WHERE cell_no = cell.no AND state = 'ended'
    ORDER BY attempt DESC LIMIT 1) IS 'null'))`;

/** Reads a whole run in one go, made small by the database itself. */
export class GlanceReader {
  readonly #statements;

  constructor(db: DatabaseSync) {
    this.#statements = {
      // A list a fact, made by the database itself: to hand out each cell as a row takes three times as long.
      glance: db.prepare(
        `SELECT json_group_array(subject), json_group_array(task), json_group_array(repetition),
          json_group_array(iif(running_worker IS NULL, outcome_kind, 'running')),
          json_group_array(coalesce(outcome -> '$.score', iif(${scoredKind}, 0, NULL))),
          json_group_array(iif(${unknownCost}, NULL, ${costNano})),
          json_group_array(CAST(working_ms + 0.5 AS INTEGER)), json_group_array(suspect) FROM cell WHERE run_no = ?`,
      ),
      tally: db.prepare(
        `SELECT subject, task, task_hash AS taskHash, count(*) AS scored, sum(outcome_kind = 'passed') AS passed,
          total(outcome ->> '$.score') AS score, sum(${unknownCost}) AS unknownCosts FROM cell WHERE run_no = ? AND ${scoredKind}
          GROUP BY task, subject, task_hash`,
      ),
      numbers: db.prepare(
        `SELECT * FROM (SELECT subject, task, repetition AS run, (SELECT evidence ->> ('$.' || ?) FROM attempt
          WHERE cell_no = cell.no AND state = 'ended' ORDER BY attempt DESC LIMIT 1) AS value FROM cell WHERE run_no = ?)
          WHERE typeof(value) IN ('integer', 'real')`,
      ),
      evidence: db.prepare(
        `SELECT subject, task, repetition AS run, (SELECT evidence FROM attempt WHERE cell_no = cell.no AND state = 'ended'
          ORDER BY attempt DESC LIMIT 1) AS evidence FROM cell WHERE run_no = ? AND outcome_kind IS NOT NULL
          AND (repetition, task, subject) > (?, ?, ?) ORDER BY repetition, task, subject LIMIT ?`,
      ),
    };
    this.#statements.glance.setReturnArrays(true);
  }

  /** All cells of a run at a glance, in no order. */
  glance(runNo: number): RunGlance {
    const [row] = this.#statements.glance.all(runNo) as unknown as string[][];
    const [subject, task, run, standing, score, nano, workingMs, starved] = row!.map((list) =>
      JSON.parse(list),
    );
    const costUsd = nano.map((cost: number | null) => (cost === null ? null : fromNanoUsd(cost)));
    const suspect = starved.map((flag: number) => flag === 1);
    return { subject, task, run, standing, score, costUsd, workingMs, suspect };
  }

  /** What the evidence of cells has by a name, where that is a number, in no order. */
  numbers(runNo: number, name: string): EvidenceNumber[] {
    return this.#statements.numbers.all(name, runNo) as unknown as EvidenceNumber[];
  }

  /** The evidence of the next cells that have some, after `after` in the order of run, task, subject. */
  evidencePage(runNo: number, after: CellId | null, limit: number): CellEvidence[] {
    const { subject, task, run } = after ?? { subject: "", task: "", run: -1 };
    const rows = this.#statements.evidence.all(runNo, run, task, subject, limit);
    return (rows as unknown as EvidenceRow[]).map(toEvidence);
  }

  /** The scores of a run by subject, task and its content, in no order. */
  tally(runNo: number): TaskTally[] {
    return this.#statements.tally.all(runNo) as unknown as TaskTally[];
  }
}
