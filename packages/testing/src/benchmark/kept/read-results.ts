import type { BenchmarkSubject, BenchmarkTask } from "@flow-state-dev/core";
import {
  atSameContent,
  type CellId,
  type CellRecord,
  type Outcome,
  type RunStore,
} from "@flow-state-dev/records";
import type { CellPlan } from "@flow-state-dev/sweep";
import type { BenchmarkRunResult } from "../../report/benchmark-run-result.ts";
import { artifactNames, type CellEvidence, fromEvidence } from "../cell/cell-evidence.ts";
import { JudgedCells } from "../judging/judged-cells.ts";
import { type LostCalls, lostCallsOf } from "./lost-calls.ts";
import { type ReadRows, readRows } from "./read-rows.ts";
import { resultFrom } from "./result-from.ts";

/** What this process remembers of a cell it ran; the rest is read from the store. */
export interface RememberedCell {
  attempt: number;
  evidence: CellEvidence;
  output?: string;
}

/** The plan of a run, and where its cells are read from. */
export interface PlannedRun {
  store: RunStore;
  runId: string;
  plan: CellPlan;
  subjects: ReadonlyMap<string, BenchmarkSubject>;
  tasks: ReadonlyMap<string, BenchmarkTask>;
  /** Did calls break off before anything of their answers came? */
  brokeOff: boolean;
}

/** Where the results of a run are read from. */
export interface ResultSource extends PlannedRun {
  /** By position in the plan. */
  remembered: ReadonlyMap<number, RememberedCell>;
}

/** The results of a run, and what its judge said of them. */
type JudgedResults = Pick<ReadRows, "results" | "judged">;

/** Every cell of the plan that has an outcome, in the order of the plan; cells of earlier processes included. */
export async function readResults(source: ResultSource): Promise<JudgedResults> {
  const { store, runId, plan, brokeOff } = source;
  const found: (BenchmarkRunResult | undefined)[] = new Array(plan.count).fill(undefined);
  for await (const record of store.cells(runId)) {
    const position = plan.positionOf(record);
    if (position === -1 || record.outcome === null) continue;
    if (record.taskHash !== plan.taskHash(record.task)) continue;
    const known = source.remembered.get(position);
    const seen = known?.attempt === record.attempts ? known : await readEvidence(store, runId, record);
    const own = await atSameContent(store, runId, record);
    const lost = await lostCallsOf(own.store, runId, own.cell, brokeOff);
    found[position] = resultOf(source, own.cell, record.outcome, seen, lost);
  }
  const results = found.filter((result) => result !== undefined);
  const judged = new JudgedCells();
  for (const result of results) judged.see(result);
  return { results, judged };
}

/** The same without what was written: the outputs, and what the judge found. */
export function readPlannedRows({ plan, ...run }: PlannedRun): Promise<JudgedResults> {
  return readRows({
    ...{ store: run.store, runId: run.runId, brokeOff: run.brokeOff },
    placeOf: (cell) => plan.positionOf(cell),
    factsOf: (record) => (record.taskHash === plan.taskHash(record.task) ? factsOf(run, record) : undefined),
  });
}

function resultOf(
  source: ResultSource,
  record: CellRecord,
  outcome: Outcome,
  { evidence, output }: Omit<RememberedCell, "attempt">,
  lost: LostCalls,
): BenchmarkRunResult {
  const facts = factsOf(source, record);
  return resultFrom(record, outcome, { ...facts, evidence, ...(output !== undefined && { output }), lost });
}

function factsOf({ subjects, tasks }: Pick<PlannedRun, "subjects" | "tasks">, { subject, task }: CellRecord) {
  const { category, family } = tasks.get(task)!;
  return { kind: subjects.get(subject)!.kind, category, ...(family !== undefined && { family }) };
}

async function readEvidence(
  store: RunStore,
  runId: string,
  { subject, task, run }: CellId,
): Promise<{ evidence: CellEvidence; output?: string }> {
  const cell = { subject, task, run };
  const attempt = (await store.attempts(runId, cell)).findLast(({ state }) => state === "ended");
  if (attempt?.state !== "ended") return { evidence: {} };
  const evidence = fromEvidence(attempt.evidence);
  if (!attempt.artifacts.some(({ name }) => name === artifactNames.output)) return { evidence };
  const artifact = await store.artifact(runId, cell, attempt.attempt, artifactNames.output);
  if (!artifact) return { evidence };
  const { content } = artifact;
  return { evidence, output: typeof content === "string" ? content : new TextDecoder().decode(content) };
}
