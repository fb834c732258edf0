import { sumUsd } from "@flow-state-dev/core";
import {
  checksUsd,
  keyOfCell,
  type Run,
  type RunStore,
  readPaidChecks,
  unheardWarnings,
  workedMs,
} from "@flow-state-dev/records";
import { buildBenchmarkReport } from "../../report/build-benchmark-report.ts";
import type { CompleteReport } from "../../report/complete-report.ts";
import { readShownFacts } from "../identity/shown-facts.ts";
import { readFoundOfJudge, readJudge } from "../judging/found-of-judge.ts";
import { judgeFailureWarnings, leftOutWarnings } from "../judging/judge-warnings.ts";
import { gradedWarning, regradeOf } from "./graded-run.ts";
import { readRows } from "./read-rows.ts";

/**
 * The report of a run as it is kept, finished or not, from the rows of its cells: without outputs and the findings
 * themselves, so that a run of many cells is read in a moment.
 */
export async function reportOfRun(store: RunStore, run: Run): Promise<CompleteReport> {
  const { manifest, id } = run;
  const facts = readShownFacts(manifest);
  const kinds = new Map(facts.subjects.map(({ name, kind }) => [name, kind]));
  const tasks = new Map(facts.tasks.map((task) => [task.id, task]));
  const places = new Map<string, number>();
  const { results, judged, isCut } = await readRows({
    ...{ store, runId: id, brokeOff: unheardWarnings(run.warnings).length > 0 },
    placeOf(cell) {
      const key = keyOfCell(cell);
      if (!places.has(key)) places.set(key, places.size);
      return places.get(key)!;
    },
    factsOf({ subject, task: taskId, taskHash }) {
      const [kind, task] = [kinds.get(subject), tasks.get(taskId)];
      // A cell of a task that is no longer there, or is another one now, is of no plan.
      if (kind === undefined || task === undefined || taskHash !== manifest.tasks[taskId]) return undefined;
      const { category, family } = task;
      return { kind, category, ...(family !== undefined && { family }) };
    },
  });
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

/** A run that has all its cells may have spent all it had, and is over only when it spent more. */
function isSpent({ state }: Run, spentUsd: number, maxCostUsd: number): boolean {
  return state === "finished" ? spentUsd > maxCostUsd : spentUsd >= maxCostUsd;
}
