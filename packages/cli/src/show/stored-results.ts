import { sumUsd } from "@flow-state-dev/core";
import { isScored, type Run, type RunStore } from "@flow-state-dev/records";
import {
  buildSuiteResults,
  keptRun,
  type PatchRoom,
  type SuiteResults,
  simulatedNotice,
} from "@flow-state-dev/suites";
import { carriedWarning } from "@flow-state-dev/sweep";
import { type StoredCases, storedCases } from "./stored-cases.ts";

/**
 * The results of a run of a suite from what is kept of it, finished or not, those that were never tried included.
 *
 * @param patches room for patches, of which there are none without it
 */
export async function storedResults(store: RunStore, run: Run, patches?: PatchRoom): Promise<SuiteResults> {
  return resultsOfCases(run, await storedCases(store, run, (...cell) => keptRun(...cell, patches)));
}

/** The same from its cases. Pure. */
export function resultsOfCases(run: Run, stored: StoredCases): SuiteResults {
  const { cases, workedMs, spentUsd } = stored;
  const { manifest } = run;
  const budgetExceeded = isEndedByBudget(run, stored);
  const { sandbox, judge } = manifest.conditions;
  const results = buildSuiteResults(cases, {
    suite: manifest.name,
    agents: [...manifest.subjects],
    ...(typeof judge === "string" && { judgeModel: judge }),
    duration: workedMs / 1000,
    sandbox: { name: typeof sandbox === "string" ? sandbox : "", notice: "" },
    ...{
      budgetExceeded,
      aborted: run.state === "interrupted" && !budgetExceeded && !isAllTried(run, stored),
      simulated: manifest.simulated,
      run: run.id,
      spentUsd,
    },
    notices: manifest.simulated ? [simulatedNotice] : [],
    warnings: [...run.warnings, ...carriedWarning(stored, 0, undefined)],
  });
  // Cases that nobody is known to have been planned for are there all the same.
  const total = Math.max(results.total, Object.keys(manifest.tasks).length);
  return { ...results, total, coverage: coverageOf(run, results) };
}

/** What calls that were lost with a process may have cost does not end a run, unless a call was refused for it. */
function isEndedByBudget({ state, manifest }: Run, stored: StoredCases): boolean {
  const { budgetUsd } = (manifest.circumstances.benchmark ?? {}) as { budgetUsd?: unknown };
  if (state !== "interrupted" || typeof budgetUsd !== "number") return false;
  const { spentUsd, carriedUsd, isCutByBudget } = stored;
  return isCutByBudget || sumUsd([spentUsd, -carriedUsd]) >= budgetUsd;
}

/** What was tried to its end, and has no result all the same, was not interrupted by anybody. */
function isAllTried({ plannedCells }: Run, { cases }: StoredCases): boolean {
  const tried = cases.flatMap(({ runs }) => runs).filter(({ outcome }) => outcome !== "cancelled");
  return tried.length >= plannedCells;
}

/** By the plan of the run, which knows of cells that were never tried. */
function coverageOf({ plannedCells }: Run, { cases, coverage }: SuiteResults): SuiteResults["coverage"] {
  const runs = cases.flatMap((each) => each.runs);
  const withResult = runs.filter(({ outcome }) => isScored(outcome)).length;
  const { untried: _untried, ...missing } = coverage.missing;
  const untried = plannedCells - runs.length;
  return { planned: plannedCells, withResult, missing: { ...missing, ...(untried > 0 && { untried }) } };
}
