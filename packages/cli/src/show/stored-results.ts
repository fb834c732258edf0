import { type CellRecord, isScored, type Run, type RunStore } from "@flow-state-dev/records";
import {
  buildSuiteResults,
  type CaseRuns,
  keptRun,
  type SuiteResults,
  simulatedNotice,
} from "@flow-state-dev/suites";

/**
 * The results of a run of a suite from what is kept of it, finished or not. Each agent that has a cell of a case is
 * taken to have been planned for it as often as the run repeats.
 */
export async function storedResults(store: RunStore, run: Run): Promise<SuiteResults> {
  const { manifest } = run;
  const byCase = new Map<string, CaseRuns & { runs: CaseRuns["runs"][number][] }>();
  for await (const cell of store.cells(run.id)) {
    if (cell.outcome === null || cell.taskHash !== manifest.tasks[cell.task]) continue;
    const key = JSON.stringify([cell.subject, cell.task]);
    const kept = await keptRun(store, run.id, cell, cell.outcome);
    const it = byCase.get(key) ?? emptyCase(cell, manifest.runs);
    byCase.set(key, it);
    it.runs.push(kept.run);
    it.agentVersion = kept.agentVersion ?? it.agentVersion;
    it.model = kept.model ?? it.model;
  }
  const ended = Date.parse(run.updatedAt) - Date.parse(run.createdAt);
  const { sandbox } = manifest.conditions;
  const results = buildSuiteResults(inOrder(run, byCase), {
    suite: manifest.name,
    agents: [...manifest.subjects],
    duration: Math.max(0, ended) / 1000,
    sandbox: { name: typeof sandbox === "string" ? sandbox : "", notice: "" },
    ...{
      budgetExceeded: false,
      aborted: run.state === "interrupted",
      simulated: manifest.simulated,
      run: run.id,
    },
    notices: manifest.simulated ? [simulatedNotice] : [],
    warnings: [...run.warnings],
  });
  return { ...results, coverage: coverageOf(run, results) };
}

function emptyCase({ subject, task }: CellRecord, planned: number) {
  return { id: task, agent: subject, agentVersion: null, model: null, tags: [], planned, runs: [] };
}

/** Agents in their order, and their cases in that of the suite. */
function inOrder({ manifest }: Run, byCase: ReadonlyMap<string, CaseRuns>): CaseRuns[] {
  return manifest.subjects.flatMap((subject) =>
    Object.keys(manifest.tasks).flatMap((task) => {
      const it = byCase.get(JSON.stringify([subject, task]));
      return it ? [{ ...it, runs: [...it.runs].sort((a, b) => a.run - b.run) }] : [];
    }),
  );
}

/** By the plan of the run, which knows of cells that were never tried. */
function coverageOf({ plannedCells }: Run, { cases, coverage }: SuiteResults): SuiteResults["coverage"] {
  const runs = cases.flatMap((each) => each.runs);
  const withResult = runs.filter(({ outcome }) => isScored(outcome)).length;
  const { untried: _untried, ...missing } = coverage.missing;
  const untried = plannedCells - runs.length;
  return { planned: plannedCells, withResult, missing: { ...missing, ...(untried > 0 && { untried }) } };
}
