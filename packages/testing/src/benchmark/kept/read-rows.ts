import {
  atSameContent,
  type CellId,
  type CellRecord,
  type RunStore,
  readEvidence,
} from "@flow-state-dev/records";
import { isCutByBudget } from "@flow-state-dev/sweep";
import type { BenchmarkRunResult } from "../../report/benchmark-run-result.ts";
import { type CellEvidence, fromEvidence } from "../cell/cell-evidence.ts";
import { JudgedCells } from "../judging/judged-cells.ts";
import { lostCallsOf } from "./lost-calls.ts";
import { type ResultFacts, resultFrom } from "./result-from.ts";

/** Where the rows of a run are read from. */
export interface RowSource {
  store: RunStore;
  runId: string;
  /** Did calls break off before anything of their answers came? */
  brokeOff: boolean;
  /** The place of a cell among the results, from 0, always the same; -1 when it is of no plan. */
  placeOf(cell: CellId): number;
  /** What is known of the subject and the task of a row that has a place; nothing when it is none of this run. */
  factsOf(record: CellRecord): Pick<ResultFacts, "kind" | "category" | "family"> | undefined;
}

/** What the rows of a run come to. */
export interface ReadRows {
  /** By their places. */
  results: BenchmarkRunResult[];
  judged: JudgedCells;
  /** The budget of the run cut one off. */
  isCut: boolean;
}

/**
 * Every cell that has an outcome, without the outputs and the findings themselves, so that neither the time nor the
 * memory that it takes grows with what models wrote.
 */
export async function readRows({ store, runId, brokeOff, placeOf, factsOf }: RowSource): Promise<ReadRows> {
  const found: (BenchmarkRunResult | undefined)[] = [];
  let isCut = false;
  for await (const record of store.cells(runId)) {
    if (record.outcome === null) continue;
    const place = placeOf(record);
    const facts = place === -1 ? undefined : factsOf(record);
    if (facts === undefined) continue;
    isCut ||= isCutByBudget(record.outcome);
    const own = await atSameContent(store, runId, record);
    const lost = await lostCallsOf(own.store, runId, own.cell, brokeOff);
    found[place] = resultFrom(own.cell, record.outcome, { ...facts, evidence: {}, lost });
  }
  const judged = new JudgedCells();
  for await (const { evidence, ...cell } of readEvidence(store, runId)) {
    const place = placeOf(cell);
    const result = found[place];
    if (result === undefined) continue;
    const kept = fromEvidence(evidence);
    judged.see(kept);
    found[place] = { ...result, ...shownOf(kept) };
  }
  return { results: found.filter((result) => result !== undefined), judged, isCut };
}

/** What a result says of the evidence of its cell. */
function shownOf({
  latencyMs,
  judgeLeftOut,
  codeScores,
  scorerErrors,
}: CellEvidence): Partial<BenchmarkRunResult> {
  return {
    ...(latencyMs !== undefined && { latencyMs }),
    ...(judgeLeftOut !== undefined && { judgeLeftOut }),
    ...(codeScores && { codeScores }),
    ...(scorerErrors && { scorerErrors }),
  };
}
