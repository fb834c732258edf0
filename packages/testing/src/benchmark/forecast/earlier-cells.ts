import { type CellRecord, keyOfCell, type RunStore, scoreOf } from "@flow-state-dev/records";
import { defaultBenchmarkName, type RunBenchmarkConfig } from "../run-benchmark-config.ts";
import { type EarlierSpread, spreadOf } from "./earlier-spread.ts";

/** What the cells of one subject came to in earlier runs, added up. */
export interface EarlierSubject {
  cells: number;
  subjectUsd: number;
  judgeUsd: number;
  workingMs: number;
  subjectCalls: number;
  judgeCalls: number;
}

/** What cells of earlier runs of a benchmark came to. */
export interface EarlierCells {
  /** Of the subjects that were asked for. */
  cells: number;
  bySubject: ReadonlyMap<string, EarlierSubject>;
  /** How scores spread in the latest run that tells; undefined when none does. */
  spread: EarlierSpread | undefined;
}

/** Which earlier runs are looked for. */
export interface EarlierFilter extends Pick<RunBenchmarkConfig, "name" | "model"> {
  subjects: readonly string[];
  baseline: string | undefined;
  judgeModels: readonly string[];
  simulated: boolean;
}

const runsLookedAt = 5;

/**
 * Cells of these subjects with a result whose money is all known, from the latest runs of the same name on the same
 * models; undefined when there are none.
 */
export async function readEarlierCells(
  store: RunStore,
  { name = defaultBenchmarkName, model, subjects, baseline, judgeModels, simulated }: EarlierFilter,
): Promise<EarlierCells | undefined> {
  const bySubject = new Map<string, EarlierSubject>();
  let spread: EarlierSpread | undefined;
  for await (const { id, manifest } of store.runs({ kind: "compare", limit: runsLookedAt, name })) {
    const { models } = manifest;
    if (models.executor !== model || (models.judge ?? "") !== judgeModels.join(", ")) continue;
    if (manifest.simulated !== simulated) continue;
    const counted = new Set<string>();
    const scores = new Map<string, Map<string, number[]>>(subjects.map((subject) => [subject, new Map()]));
    for await (const cell of store.cells(id)) {
      const known = scores.get(cell.subject);
      if (!known) continue;
      const score = cell.outcome && scoreOf(cell.outcome);
      if (score !== null) {
        const before = known.get(cell.task);
        if (before) before.push(score);
        else known.set(cell.task, [score]);
      }
      if (!tells(cell)) continue;
      counted.add(keyOfCell(cell));
      add(bySubject, cell.subject, {
        ...{ cells: 1, subjectUsd: cell.spend.subject + cell.spend.agent, judgeUsd: cell.spend.judge },
        workingMs: cell.workingMs,
      });
    }
    if (baseline !== undefined) spread ??= spreadOf(scores, baseline);
    if (counted.size === 0) continue;
    for await (const call of store.calls(id)) {
      if (!counted.has(keyOfCell(call))) continue;
      add(bySubject, call.subject, call.payer === "judge" ? { judgeCalls: 1 } : { subjectCalls: 1 });
    }
  }
  const cells = [...bySubject.values()].reduce((sum, each) => sum + each.cells, 0);
  return cells === 0 && !spread ? undefined : { cells, bySubject, spread };
}

/**
 * A cell that was cut off, was tried more than once, had answers from a cache, or whose money is carried at its worst
 * case, says nothing of what the next would cost.
 */
function tells({ outcome, spend, counted }: CellRecord): boolean {
  if (outcome?.kind !== "passed" && outcome?.kind !== "failed") return false;
  return spend.unknownCalls === 0 && spend.carried === 0 && counted === undefined;
}

const nothing: EarlierSubject = {
  ...{ cells: 0, subjectUsd: 0, judgeUsd: 0, workingMs: 0, subjectCalls: 0, judgeCalls: 0 },
};

function add(sums: Map<string, EarlierSubject>, subject: string, more: Partial<EarlierSubject>): void {
  const known = sums.get(subject) ?? { ...nothing };
  for (const key of Object.keys(nothing) as (keyof EarlierSubject)[]) known[key] += more[key] ?? 0;
  sums.set(subject, known);
}
