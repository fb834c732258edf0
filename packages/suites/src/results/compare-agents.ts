import { collectScores, compareSubjects, isScored, type PairedSubjects } from "@flow-state-dev/records";
import type { CaseRuns } from "./case-runs.ts";
import { comparedCost } from "./compared-cost.ts";
import type { AgentComparison, CaseRun } from "./suite-results.ts";

/** Differences of pass rates within this do not matter. */
const margin = 0.05;
const seed = 1;

/** Compares every other agent with the first, Holm over all of them; empty with one agent. Pure. */
export function compareAgents(cases: readonly CaseRuns[], agents: readonly string[]): AgentComparison[] {
  const [first, ...others] = agents;
  if (first === undefined || others.length === 0) return [];
  const compared = compareWith(first, others, cases);
  const bounds = cases.every((each) => lackingIn(each) === 0)
    ? []
    : [true, false].map((pass) => compareWith(first, others, filled(cases, first, pass)));
  return compared.map(({ pairs, ...comparison }, at) => ({
    ...comparison,
    fragile: bounds.some((bound) => bound[at]!.verdict !== comparison.verdict),
    differing: pairs
      .filter(({ difference }) => difference !== null && difference !== 0)
      .map(({ task, a, b }) => ({ case: task, a: a!.mean!, b: b!.mean! }))
      .sort((one, two) => Math.abs(two.b - two.a) - Math.abs(one.b - one.a)),
  }));
}

/** What is looked at of a run. */
type ComparedRun = Pick<
  CaseRun,
  "run" | "outcome" | "pass" | "duration" | "suspect" | "cost" | "countedCost"
>;

type ComparedCase = Pick<CaseRuns, "id" | "agent" | "family"> & { runs: readonly ComparedRun[] };

function compareWith(
  first: string,
  others: readonly string[],
  cases: readonly ComparedCase[],
): PairedSubjects[] {
  const collected = collectScores();
  for (const { id: task, agent: subject, runs } of cases) {
    for (const each of runs) {
      const { run, outcome, pass, duration, suspect } = each;
      const kind = outcome === "passed" && !pass ? "failed" : outcome;
      const score = pass ? 1 : 0;
      collected.add(
        // Only the kind and the score are looked at.
        { subject, task, run, workingMs: duration * 1000, suspect, outcome: { kind, score } as never },
        comparedCost(each),
      );
    }
  }
  const { bySubject } = collected.scores;
  const side = (subject: string) => ({ subject, scores: bySubject.get(subject) ?? new Map() });
  const ids = [...new Set(cases.map(({ id }) => id))];
  const families = new Map(
    cases.flatMap(({ id, family }) => (family === undefined ? [] : [[id, family] as const])),
  );
  return compareSubjects(
    others.map((other) => ({ a: side(first), b: side(other) })),
    ids,
    { margin, seed, families },
  );
}

/** The same cases with what has no result passed by the others and not by the first, or the other way round. */
function filled(cases: readonly CaseRuns[], first: string, pass: boolean): ComparedCase[] {
  return cases.map((each) => {
    const passes = each.agent === first ? !pass : pass;
    const scored: ComparedRun[] = each.runs.filter(({ outcome }) => isScored(outcome));
    const missing = Array.from(
      { length: lackingIn(each) },
      (): ComparedRun => ({
        ...{ run: 0, outcome: passes ? "passed" : "failed", pass: passes },
        ...{ duration: 0, suspect: true, cost: null },
      }),
    );
    return { ...each, runs: [...scored, ...missing] };
  });
}

/** Runs that were planned and have no result. */
function lackingIn({ planned, runs }: CaseRuns): number {
  return Math.max(0, planned - runs.filter(({ outcome }) => isScored(outcome)).length);
}
