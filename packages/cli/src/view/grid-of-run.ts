import { glanceCells, type OutcomeKind, type Run, type RunStore } from "@flow-state-dev/records";
import { type GridView, type OutcomeName, outcomeCodes, scoreCode } from "@flow-state-dev/viewer";
import type { TaskFacts } from "./task-facts.ts";

/** With more pairs of subject and task than this the page is not told what each costs and takes. */
const mostPairs = 20_000;

/** Every cell of a run, as the page draws it. Cells of tasks that are no longer in the plan are left out. */
export async function gridOfRun(store: RunStore, run: Run, tasks: readonly TaskFacts[]): Promise<GridView> {
  const { subjects, runs } = run.manifest;
  const rows = new Map(subjects.map((name, at) => [name, at]));
  const columns = new Map(tasks.map(({ id }, at) => [id, at]));
  const count = subjects.length * tasks.length * runs;
  const codes = new Array<string>(count).fill(outcomeCodes.untried);
  const scores = new Array<string>(count).fill(scoreCode(null));
  const pairs = subjects.length * tasks.length;
  const sums =
    pairs <= mostPairs
      ? Array.from({ length: pairs }, () => ({ cells: 0, usd: 0, ms: 0, unknown: 0 }))
      : null;
  for (const cell of await glanceCells(store, run.id)) {
    const [row, column] = [rows.get(cell.subject), columns.get(cell.task)];
    if (row === undefined || column === undefined || cell.run >= runs) continue;
    const pair = row * tasks.length + column;
    const place = pair * runs + cell.run;
    codes[place] = outcomeCodes[standing(cell.outcome, cell.running)];
    scores[place] = scoreCode(cell.score);
    const sum = sums?.[pair];
    if (!sum || cell.outcome === null) continue;
    sum.cells += 1;
    sum.usd += cell.costUsd;
    sum.ms += cell.workingMs;
    sum.unknown += cell.unknownCalls;
  }
  return {
    run: run.id,
    subjects: [...subjects],
    tasks: tasks.map(({ id, category }) => ({ id, category })),
    repetitions: runs,
    codes: codes.join(""),
    scores: scores.join(""),
    perTask: sums && {
      costUsd: sums.map(({ cells, usd, unknown }) =>
        cells === 0 || unknown > 0 ? null : rounded(usd / cells),
      ),
      ms: sums.map(({ cells, ms }) => (cells === 0 ? null : Math.round(ms / cells))),
    },
  };
}

/** How a cell stands. */
export function standing(outcome: OutcomeKind | null | undefined, running: boolean): OutcomeName {
  return running ? "running" : (outcome ?? "untried");
}

function rounded(usd: number): number {
  return Number(usd.toPrecision(4));
}
