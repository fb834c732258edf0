import { sumUsd } from "@flow-state-dev/core";
import { isScored, type OutcomeKind } from "@flow-state-dev/records";
import { median, passHatK, suitePassHatK, wilsonInterval } from "@flow-state-dev/stats";
import type { CaseResult, CaseRun, SuiteResults } from "./suite-results.ts";

/** The runs of one agent on one case, as far as there are any. */
export interface CaseRuns {
  id: string;
  agent: string;
  agentVersion: string | null;
  model: string | null;
  tags: readonly string[];
  /** Runs that were planned. */
  planned: number;
  /** In the order of their number. */
  runs: readonly CaseRun[];
}

/** What results say beside their cases. */
export type SuiteFacts = Pick<
  SuiteResults,
  | "suite"
  | "description"
  | "agents"
  | "duration"
  | "sandbox"
  | "budgetExceeded"
  | "aborted"
  | "simulated"
  | "run"
> &
  Pick<SuiteResults, "notices" | "warnings">;

/** Folds runs into results. Pure. A case without any run is left out of the cases and lowers the coverage. */
export function buildSuiteResults(cases: readonly CaseRuns[], facts: SuiteFacts): SuiteResults {
  const results = cases.filter(({ runs }) => runs.length > 0).map(caseResult);
  const complete = results.filter(({ passes }) => passes.of > 0);
  const passed = complete.filter(({ pass }) => pass).length;
  const all = results.flatMap(({ runs }) => runs);
  const missing: SuiteResults["coverage"]["missing"] = {};
  const miss = (why: OutcomeKind | "untried", count: number) => {
    if (count > 0) missing[why] = (missing[why] ?? 0) + count;
  };
  for (const { outcome } of all) if (!isScored(outcome)) miss(outcome, 1);
  const planned = cases.reduce((sum, each) => sum + each.planned, 0);
  miss("untried", planned - all.length);
  const { suite, description, agents, duration, ...rest } = facts;
  return {
    suite,
    passed,
    failed: complete.length - passed,
    total: cases.length,
    totalCost: sumUsd(all.flatMap(({ cost, judgeCost }) => [cost ?? 0, judgeCost])),
    cases: results,
    ...(description !== undefined && { description }),
    agents,
    passRate:
      complete.length === 0
        ? null
        : {
            value: passed / complete.length,
            interval: wilsonInterval({ passed, runs: complete.length })!,
          },
    passHatK: suitePassOf(results),
    coverage: { planned, withResult: all.filter(({ outcome }) => isScored(outcome)).length, missing },
    judgeCost: sumUsd(all.map(({ judgeCost }) => judgeCost)),
    unknownCosts: all.filter(({ cost }) => cost === null).length,
    duration,
    ...rest,
  };
}

/** With k the most runs that a case has; cases with fewer results are left out. */
function suitePassOf(results: readonly CaseResult[]): SuiteResults["passHatK"] {
  const k = Math.max(0, ...results.map(({ passes }) => passes.of));
  if (k < 2) return null;
  const { value } = suitePassHatK(
    results.map(({ passes }) => ({ passed: passes.passed, runs: passes.of })),
    k,
  );
  return value === null ? null : { k, value };
}

function caseResult({ id, agent, agentVersion, model, tags, runs }: CaseRuns): CaseResult {
  const scored = runs.filter(({ outcome }) => isScored(outcome));
  const passed = scored.filter(({ pass }) => pass).length;
  const last = runs.at(-1)!;
  const of = scored.length;
  return {
    id,
    pass: of > 0 && passed === of && of === runs.length,
    cost: runs.some(({ cost }) => cost === null) ? null : sumUsd(runs.map(({ cost }) => cost!)),
    duration: median(runs.map(({ duration }) => duration)) ?? 0,
    tokens: {
      input: runs.reduce((sum, { tokens }) => sum + tokens.input, 0),
      output: runs.reduce((sum, { tokens }) => sum + tokens.output, 0),
    },
    ...{ agent, agentVersion, model },
    outcome: last.outcome,
    expectations: last.expectations,
    runs: [...runs],
    passes: { passed, of, interval: of === 0 ? null : wilsonInterval({ passed, runs: of }) },
    passHatK: of === 0 ? null : passHatK({ passed, runs: of }, of),
    ...(last.patch !== undefined && { patch: last.patch }),
    tags: [...tags],
  };
}
