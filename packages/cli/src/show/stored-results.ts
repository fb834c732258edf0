import { isScored, type Run, type RunManifest, type RunStore } from "@flow-state-dev/records";
import {
  buildSuiteResults,
  type CaseRuns,
  keptRun,
  type PatchRoom,
  type SuiteResults,
  simulatedNotice,
} from "@flow-state-dev/suites";
import { plannedPairs } from "./planned-pairs.ts";
import { plannedRuns } from "./planned-runs.ts";

/**
 * The results of a run of a suite from what is kept of it, finished or not, those that were never tried included. Where
 * nobody knows how often each case was planned, a run of which everything was tried has all of it; of another each case
 * is taken to have been planned as often as the run repeats.
 *
 * @param patches room for patches, of which there are none without it
 */
export async function storedResults(store: RunStore, run: Run, patches?: PatchRoom): Promise<SuiteResults> {
  const { manifest } = run;
  const byCase = new Map<string, KeptCase>();
  const known = plannedRuns(run);
  const emptyOf = (subject: string, task: string) =>
    emptyCase(subject, task, manifest, known?.get(task) ?? manifest.runs);
  for (const [subject, task] of plannedPairs(run) ?? [])
    byCase.set(keyOf(subject, task), emptyOf(subject, task));
  let tried = 0;
  for await (const cell of store.cells(run.id)) {
    if (cell.outcome === null || cell.taskHash !== manifest.tasks[cell.task]) continue;
    const key = keyOf(cell.subject, cell.task);
    const it = byCase.get(key) ?? emptyOf(cell.subject, cell.task);
    // It was planned once, and is not any more.
    if (known && cell.run >= it.planned) continue;
    const kept = await keptRun(store, run.id, cell, cell.outcome, patches);
    byCase.set(key, it);
    it.runs.push(kept.run);
    tried += 1;
    it.agentVersion = kept.agentVersion ?? it.agentVersion;
    it.model = kept.model ?? it.model;
  }
  if (!known && (run.state === "finished" || tried >= run.plannedCells))
    for (const [key, it] of byCase) {
      it.planned = it.runs.length;
      if (it.planned === 0) byCase.delete(key);
    }
  const ended = Date.parse(run.updatedAt) - Date.parse(run.createdAt);
  const { sandbox, judge } = manifest.conditions;
  const results = buildSuiteResults(inOrder(run, byCase), {
    suite: manifest.name,
    agents: [...manifest.subjects],
    ...(typeof judge === "string" && { judgeModel: judge }),
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
  // Cases that nobody is known to have been planned for are there all the same.
  const total = Math.max(results.total, Object.keys(manifest.tasks).length);
  return { ...results, total, coverage: coverageOf(run, results) };
}

type KeptCase = CaseRuns & { runs: CaseRuns["runs"][number][] };

function keyOf(subject: string, task: string): string {
  return JSON.stringify([subject, task]);
}

function emptyCase(agent: string, id: string, { tasks }: RunManifest, planned: number): KeptCase {
  const who = { id, agent, agentVersion: null, model: null };
  return { ...who, tags: [], planned, runs: [], hash: tasks[id]! };
}

/** Agents in their order, and their cases in that of the suite. */
function inOrder({ manifest }: Run, byCase: ReadonlyMap<string, CaseRuns>): CaseRuns[] {
  return manifest.subjects.flatMap((subject) =>
    Object.keys(manifest.tasks).flatMap((task) => {
      const it = byCase.get(keyOf(subject, task));
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
