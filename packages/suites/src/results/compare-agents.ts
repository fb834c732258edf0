import { collectScores, compareSubjects } from "@flow-state-dev/records";
import type { CaseRuns } from "./case-runs.ts";
import { comparedCost } from "./compared-cost.ts";
import type { AgentComparison } from "./suite-results.ts";

/** Differences of pass rates within this do not matter. */
const margin = 0.05;
const seed = 1;

/** Compares every other agent with the first, Holm over all of them; empty with one agent. Pure. */
export function compareAgents(cases: readonly CaseRuns[], agents: readonly string[]): AgentComparison[] {
  const [first, ...others] = agents;
  if (first === undefined || others.length === 0) return [];
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
  const compared = compareSubjects(
    others.map((other) => ({ a: side(first), b: side(other) })),
    ids,
    { margin, seed },
  );
  return compared.map(({ pairs, ...comparison }) => ({
    ...comparison,
    differing: pairs
      .filter(({ difference }) => difference !== null && difference !== 0)
      .map(({ task, a, b }) => ({ case: task, a: a!.mean!, b: b!.mean! }))
      .sort((one, two) => Math.abs(two.b - two.a) - Math.abs(one.b - one.a)),
  }));
}
