import { sumUsd } from "@flow-state-dev/core";
import {
  atSameContent,
  type CellId,
  checksUsd,
  type Run,
  type RunStore,
  readEvidence,
  readPaidChecks,
  unheardWarnings,
  workedMs,
} from "@flow-state-dev/records";
import { isCutByBudget } from "@flow-state-dev/sweep";
import type { BenchmarkRunResult } from "../../report/benchmark-run-result.ts";
import { buildBenchmarkReport } from "../../report/build-benchmark-report.ts";
import type { CompleteReport } from "../../report/complete-report.ts";
import { type CellEvidence, fromEvidence } from "../cell/cell-evidence.ts";
import { readShownFacts } from "../identity/shown-facts.ts";
import { readFoundOfJudge, readJudge } from "../judging/found-of-judge.ts";
import { judgeFailureWarnings, leftOutWarnings } from "../judging/judge-warnings.ts";
import { JudgedCells } from "../judging/judged-cells.ts";
import { gradedWarning, regradeOf } from "./graded-run.ts";
import { lostCallsOf } from "./lost-calls.ts";
import { resultFrom } from "./read-results.ts";

/**
 * The report of a run as it is kept, finished or not, from the rows of its cells: without outputs and
 * the findings themselves, so that a run of many cells is read in a moment.
 */
export async function reportOfRun(store: RunStore, run: Run): Promise<CompleteReport> {
  const { manifest, id } = run;
  const facts = readShownFacts(manifest);
  const kinds = new Map(facts.subjects.map(({ name, kind }) => [name, kind]));
  const tasks = new Map(facts.tasks.map((task) => [task.id, task]));
  const results: BenchmarkRunResult[] = [];
  let isCut = false;
  const brokeOff = unheardWarnings(run.warnings).length > 0;
  const places = new Map<string, number>();
  for await (const record of store.cells(id)) {
    const [kind, task] = [kinds.get(record.subject), tasks.get(record.task)];
    // A cell of a task that is no longer there, or is another one now, is of no plan.
    if (record.outcome === null || kind === undefined || task === undefined) continue;
    if (record.taskHash !== manifest.tasks[record.task]) continue;
    isCut ||= isCutByBudget(record.outcome);
    const own = await atSameContent(store, id, record);
    const lost = await lostCallsOf(own.store, id, own.cell, brokeOff);
    const { category, family } = task;
    const beside = { kind, category, ...(family !== undefined && { family }), evidence: {}, lost };
    places.set(keyOf(record), results.length);
    results.push(resultFrom(own.cell, record.outcome, beside));
  }
  const judged = new JudgedCells();
  for await (const { evidence, ...cell } of readEvidence(store, id)) {
    const at = places.get(keyOf(cell));
    if (at === undefined) continue;
    const kept = fromEvidence(evidence);
    judged.see(kept);
    results[at] = { ...results[at]!, ...shownOf(kept) };
  }
  const judge = judged.summary(readJudge(manifest), readFoundOfJudge(manifest));
  const { spend } = await store.totals(id);
  const spentUsd = sumUsd([spend.subject, spend.judge, spend.agent]);
  const books = await store.books(id);
  const { primaryBaseline, margin, seed, maxCostUsd } = facts;
  const outsideCostUsd = checksUsd(readPaidChecks(manifest));
  // What lost calls may have cost at most is not known to be spent, and does not end a run.
  const knownUsd = sumUsd([spentUsd, -spend.carried, outsideCostUsd]);
  return buildBenchmarkReport(results, {
    model: manifest.models.executor ?? "",
    ...(manifest.models.judge !== undefined && { judgeModel: manifest.models.judge }),
    runs: manifest.runs,
    startedAt: Date.parse(run.createdAt),
    totalMs: workedMs(await store.sessions(id)),
    budgetExceeded: maxCostUsd !== undefined && (isSpent(run, knownUsd, maxCostUsd) || isCut),
    warnings: [
      ...gradedWarning(manifest),
      ...judgeFailureWarnings(judge, results.length),
      ...leftOutWarnings(results),
      ...run.warnings,
    ],
    subjects: facts.subjects,
    tasks: facts.tasks,
    plannedCells: run.plannedCells,
    judge,
    simulated: manifest.simulated,
    runId: id,
    ...regradeOf(manifest),
    name: manifest.name,
    runCostUsd: spentUsd,
    carried: { usd: spend.carried, calls: books.carriedCalls },
    outsideCostUsd,
    ...(primaryBaseline !== undefined && { primaryBaseline }),
    ...(margin !== undefined && { margin }),
    ...(seed !== undefined && { seed }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  });
}

/** What a report read back says of the evidence of a cell. */
function shownOf({
  latencyMs,
  judgeLeftOut,
  codeScores,
  scorerErrors,
}: CellEvidence): Pick<CellEvidence, "latencyMs" | "judgeLeftOut" | "codeScores" | "scorerErrors"> {
  return {
    ...(latencyMs !== undefined && { latencyMs }),
    ...(judgeLeftOut !== undefined && { judgeLeftOut }),
    ...(codeScores && { codeScores }),
    ...(scorerErrors && { scorerErrors }),
  };
}

function keyOf({ subject, task, run }: CellId): string {
  return JSON.stringify([subject, task, run]);
}

/** A run that has all its cells may have spent all it had, and is over only when it spent more. */
function isSpent({ state }: Run, spentUsd: number, maxCostUsd: number): boolean {
  return state === "finished" ? spentUsd > maxCostUsd : spentUsd >= maxCostUsd;
}
