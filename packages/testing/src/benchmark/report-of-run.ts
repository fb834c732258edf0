import { sumUsd } from "@flow-state-dev/core";
import type { Run, RunStore } from "@flow-state-dev/records";
import type { BenchmarkRunResult } from "../report/benchmark-run-result.ts";
import { buildBenchmarkReport } from "../report/build-benchmark-report.ts";
import type { CompleteReport } from "../report/complete-report.ts";
import { gradedWarning, regradeOf } from "./graded-run.ts";
import { lostCallsOf } from "./lost-calls.ts";
import { resultFrom } from "./read-results.ts";
import { readShownFacts } from "./shown-facts.ts";

/**
 * The report of a run as it is kept, finished or not, from the rows of its cells alone: without outputs, findings and
 * code scores, and with the working time as latency, so that a run of many cells is read in a moment.
 */
export async function reportOfRun(store: RunStore, run: Run): Promise<CompleteReport> {
  const { manifest, id } = run;
  const facts = readShownFacts(manifest);
  const kinds = new Map(facts.subjects.map(({ name, kind }) => [name, kind]));
  const categories = new Map(facts.tasks.map((task) => [task.id, task.category]));
  const results: BenchmarkRunResult[] = [];
  // The row of a run whose process died was last written when it began.
  let lastMs = Date.parse(run.updatedAt);
  for await (const record of store.cells(id)) {
    const [kind, category] = [kinds.get(record.subject), categories.get(record.task)];
    if (record.endedAt !== null) lastMs = Math.max(lastMs, Date.parse(record.endedAt));
    // A cell of a task that is no longer there, or is another one now, is of no plan.
    if (record.outcome === null || kind === undefined || category === undefined) continue;
    if (record.taskHash !== manifest.tasks[record.task]) continue;
    const lost = await lostCallsOf(store, id, record);
    results.push(resultFrom(record, record.outcome, { kind, category, evidence: {}, lost }));
  }
  const { spend } = await store.totals(id);
  const books = await store.books(id);
  const { primaryBaseline, margin, seed, maxCostUsd } = facts;
  return buildBenchmarkReport(results, {
    model: manifest.models.executor ?? "",
    ...(manifest.models.judge !== undefined && { judgeModel: manifest.models.judge }),
    runs: manifest.runs,
    startedAt: Date.parse(run.createdAt),
    totalMs: Math.max(0, lastMs - Date.parse(run.createdAt)),
    budgetExceeded: false,
    warnings: [...gradedWarning(manifest), ...run.warnings],
    subjects: facts.subjects,
    tasks: facts.tasks,
    plannedCells: run.plannedCells,
    simulated: manifest.simulated,
    runId: id,
    ...regradeOf(manifest),
    name: manifest.name,
    runCostUsd: sumUsd([spend.subject, spend.judge, spend.agent]),
    carried: { usd: spend.carried, calls: books.carriedCalls },
    ...(primaryBaseline !== undefined && { primaryBaseline }),
    ...(margin !== undefined && { margin }),
    ...(seed !== undefined && { seed }),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  });
}
