import { isScored } from "@flow-state-dev/records";
import type { CaseExamination, Check } from "./examination.ts";

/** How a check came out. `untold`: all that could be graded holds, and the rest only a judge can tell. */
export type Verdict = "passes" | "fails" | "untold" | "broken";

/** How a check came out. An agent that broke or ran out of time fails; a machine that did is `broken`. */
export function verdictOf({ outcome }: Check): Verdict {
  if (outcome === "passed") return "passes";
  if (outcome === "unscored") return "untold";
  return isScored(outcome) ? "fails" : "broken";
}

/** Expectations that hold before anybody has done anything. */
export function holdsAlready({ untouched: [first] }: CaseExamination): string[] {
  return (first?.expectations ?? [])
    .filter(({ pass }) => pass === true)
    .map(({ expectation }) => expectation);
}

/** Parts of its solution that nothing checks. */
export function passesWithout({ nearMisses }: CaseExamination): string[] {
  return nearMisses.filter(({ check }) => verdictOf(check) === "passes").map(({ without }) => without);
}

/** A command of a case that ran into its limit of time, in so many of the checks that came to it. */
export interface Endless {
  expectation: string;
  /** What was seen the first time. */
  evidence: string;
  times: number;
  of: number;
}

/** Commands that did not end: what fails in this way does so late, and says nothing. */
export function endlessTests({ untouched, noop, solution, nearMisses }: CaseExamination): Endless[] {
  const near = nearMisses.map(({ check }) => check);
  const checks = [...untouched, ...(noop ? [noop] : []), ...(solution?.checks ?? []), ...near];
  const found = new Map<string, Endless>();
  for (const { expectation, evidence } of checks.flatMap(({ expectations }) => expectations)) {
    const it = found.get(expectation) ?? { expectation, evidence: "", times: 0, of: 0 };
    const isEndless = evidence.startsWith("did not end");
    found.set(expectation, {
      ...{ expectation, evidence: it.evidence || (isEndless ? evidence : "") },
      ...{ times: it.times + (isEndless ? 1 : 0), of: it.of + 1 },
    });
  }
  return [...found.values()].filter(({ times }) => times > 0);
}

/** An expectation that came out one way in some checks and another way in others. */
export interface Flicker {
  expectation: string;
  /** The checks in which it did not hold, from 1, and what was seen there. */
  failed: readonly { run: number; evidence: string }[];
}

/**
 * Expectations that came out differently although nothing was done each time: on the workspace as it stands, and after
 * the agent that does nothing. Its answer, turns and cost are left out, since only the latter has any.
 */
export function gradingFlickers({ untouched, noop }: CaseExamination): Flicker[] {
  const ofFiles = (check: Check): Check => ({
    ...check,
    expectations: check.expectations.filter(({ expectation }) => !ofAgent.test(expectation)),
  });
  return flickersOf([...untouched, ...(noop ? [noop] : [])].map(ofFiles));
}

const ofAgent = /^\s*(?:not\s+)?(?:output|cost|turns|judge)\b/;

/** Expectations that came out differently between checks of the same state, in their order. */
export function flickersOf(checks: readonly Check[]): Flicker[] {
  const graded = checks.map((check, at) => ({ run: at + 1, expectations: check.expectations }));
  const longest = graded.reduce((most, { expectations }) => Math.max(most, expectations.length), 0);
  return Array.from({ length: longest }, (_, at) => {
    const seen = graded.flatMap(({ run, expectations }) => {
      const it = expectations[at];
      return it === undefined ? [] : [{ run, ...it }];
    });
    const failed = seen.filter(({ pass }) => pass !== true);
    return { expectation: seen[0]!.expectation, failed, steady: failed.length % seen.length === 0 };
  })
    .filter(({ steady }) => !steady)
    .map(({ expectation, failed }) => ({
      expectation,
      failed: failed.map(({ run, evidence }) => ({ run, evidence })),
    }));
}
