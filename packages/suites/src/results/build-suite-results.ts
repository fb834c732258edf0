import { sumUsd } from "@flow-state-dev/core";
import { isScored, isTimed, type OutcomeKind, subjectScore } from "@flow-state-dev/records";
import {
  countFamilies,
  familiesOf,
  mean,
  median,
  passHatK,
  suitePassHatK,
  wilsonInterval,
} from "@flow-state-dev/stats";
import type { CaseRuns } from "./case-runs.ts";
import { compareAgents } from "./compare-agents.ts";
import { costPerRun } from "./compared-cost.ts";
import type { AgentResults, CaseResult, CaseRun, SuiteResults } from "./suite-results.ts";

/** What results say beside their cases. */
export type SuiteFacts = Pick<
  SuiteResults,
  | "suite"
  | "description"
  | "agents"
  | "judgeModel"
  | "duration"
  | "sandbox"
  | "budgetExceeded"
  | "aborted"
  | "simulated"
  | "run"
> &
  Pick<SuiteResults, "notices" | "warnings"> & {
    /** All that the run has spent, in US dollars. Default: what its cases have. */
    spentUsd?: number;
  };

/** Folds runs into results. Pure. A case without any run is left out of the cases and lowers the coverage. */
export function buildSuiteResults(cases: readonly CaseRuns[], facts: SuiteFacts): SuiteResults {
  const results = cases.filter(({ runs }) => runs.length > 0).map(caseResult);
  const all = results.flatMap(({ runs }) => runs);
  const missing: SuiteResults["coverage"]["missing"] = {};
  const miss = (why: OutcomeKind | "untried", count: number) => {
    if (count > 0) missing[why] = (missing[why] ?? 0) + count;
  };
  for (const { outcome } of all) if (!isScored(outcome)) miss(outcome, 1);
  const planned = cases.reduce((sum, each) => sum + each.planned, 0);
  miss("untried", planned - all.length);
  const { suite, description, agents, duration, spentUsd = 0, ...rest } = facts;
  const elsewhereCost = Math.max(0, sumUsd([spentUsd, -costOf(results)]));
  return {
    suite,
    ...countsOf(results),
    total: cases.length,
    totalCost: sumUsd([costOf(results), elsewhereCost]),
    cases: results,
    ...(description !== undefined && { description }),
    ...familiesIn(cases),
    agents,
    byAgent: agents.map((agent) => {
      const own = results.filter((each) => each.agent === agent);
      const total = cases.filter((each) => each.agent === agent).length;
      return { agent, ...countsOf(own), total, ...agentFigures(own) };
    }),
    comparisons: compareAgents(cases, agents),
    passRate: passRateOf(results),
    passHatK: suitePassOf(results),
    coverage: { planned, withResult: all.filter(({ outcome }) => isScored(outcome)).length, missing },
    judgeCost: sumUsd(all.map(({ judgeCost }) => judgeCost)),
    ...(elsewhereCost > 0 && { elsewhereCost }),
    unknownCosts: all.filter(({ cost, unknownCalls = 0 }) => cost === null || unknownCalls > 0).length,
    duration,
    ...rest,
  };
}

/**
 * Of how many families the cases are, each case once however many agents work on it; nothing when none has a sibling.
 */
function familiesIn(cases: readonly CaseRuns[]): Pick<SuiteResults, "families"> {
  const own = new Map(cases.map(({ id, family }) => [id, family]));
  const families = familiesOf([...own.values()]);
  return families ? { families: countFamilies(families) } : {};
}

function agentFigures(
  own: readonly CaseResult[],
): Omit<AgentResults, "agent" | "passed" | "failed" | "total"> {
  const costs = own.filter(({ passes }) => passes.of > 0).map(({ runs }) => costPerRun(runs));
  const known = costs.filter((cost) => cost !== null);
  return {
    passRate: passRateOf(own),
    totalCost: costOf(own),
    passHatK: suitePassOf(own),
    costPerCase: known.length < costs.length ? null : mean(known),
    durationPerCase: median(
      own.filter(({ runs }) => timedOf(runs).length > 0).map(({ duration }) => duration),
    ),
  };
}

/** Those of the runs whose time says how long the work takes; of those measured while starved only where all were. */
function timedOf(runs: readonly CaseRun[]): readonly CaseRun[] {
  const timed = runs.filter(({ outcome }) => isTimed(outcome));
  const sound = timed.filter(({ suspect }) => !suspect);
  return sound.length > 0 ? sound : timed;
}

/** The median of the runs that tell a time, of all where none does, to the millisecond. */
function secondsOf(runs: readonly CaseRun[]): number {
  const timed = timedOf(runs);
  const times = (timed.length > 0 ? timed : runs).map(({ duration }) => duration);
  return Math.round((median(times) ?? 0) * 1000) / 1000;
}

function countsOf(results: readonly CaseResult[]): { passed: number; failed: number } {
  const passed = results.filter(({ pass }) => pass).length;
  return { passed, failed: results.filter(({ passes }) => passes.passed < passes.of).length };
}

/** What several agents made of a case goes together, as siblings do: it is one case. */
function passRateOf(results: readonly CaseResult[]): SuiteResults["passRate"] {
  const scores = results.map(({ passes: { passed, of } }) => ({ scored: of, score: passed }));
  const families = results.map(({ id, family }, at) => {
    return [String(at), family === undefined ? `case ${id}` : `family ${family}`] as const;
  });
  const { mean: value, interval } = subjectScore(
    new Map(scores.map((each, at) => [String(at), each])),
    new Map(families),
  );
  return value === null ? null : { value, interval };
}

function costOf(results: readonly CaseResult[]): number {
  const runs = results.flatMap((each) => each.runs);
  return sumUsd(runs.flatMap(({ cost, knownCost = 0, judgeCost }) => [cost ?? knownCost, judgeCost]));
}

/** With k the most runs that a case has; cases with fewer results are left out. */
function suitePassOf(results: readonly CaseResult[]): SuiteResults["passHatK"] {
  const k = Math.max(0, ...results.map(({ passes }) => passes.of));
  if (k < 2) return null;
  const { value, tasks } = suitePassHatK(
    results.map(({ passes }) => ({ passed: passes.passed, runs: passes.of })),
    k,
  );
  return value === null ? null : { k, value, cases: tasks };
}

function tokensOf(runs: readonly CaseRun[]): CaseResult["tokens"] {
  let [input, output] = [0, 0];
  for (const { tokens } of runs) {
    if (tokens === null) return null;
    input += tokens.input;
    output += tokens.output;
  }
  return { input, output };
}

function caseResult(own: CaseRuns): CaseResult {
  const { id, agent, agentVersion, model, tags, family, planned, runs, hash } = own;
  const scored = runs.filter(({ outcome }) => isScored(outcome));
  const passed = scored.filter(({ pass }) => pass).length;
  const last = runs.at(-1)!;
  const of = scored.length;
  return {
    id,
    pass: passed >= planned,
    cost: runs.some(({ cost }) => cost === null) ? null : sumUsd(runs.map(({ cost }) => cost!)),
    duration: secondsOf(runs),
    tokens: tokensOf(runs),
    ...{ agent, agentVersion, model },
    outcome: last.outcome,
    expectations: last.expectations,
    runs: [...runs],
    passes: { passed, of, interval: of === 0 ? null : wilsonInterval({ passed, runs: of }) },
    passHatK: of === 0 ? null : passHatK({ passed, runs: of }, of),
    planned,
    ...(last.patch !== undefined && { patch: last.patch }),
    tags: [...tags],
    ...(family !== undefined && { family }),
    ...(hash !== undefined && { hash }),
  };
}
