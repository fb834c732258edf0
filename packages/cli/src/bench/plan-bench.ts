import {
  type BenchAgent,
  BenchConfigError,
  noticesFor,
  parseAgent,
  type Suite,
  type SuiteCase,
} from "@flow-state-dev/suites";
import type { BenchFlags } from "./bench-flags.ts";
import { chooseCases, noneChosen, strayChoice } from "./choose-cases.ts";

/** A suite with what of it is to be run, and by whom. */
export interface PlannedBench {
  suite: Suite;
  /** At least one. */
  cases: readonly SuiteCase[];
  agents: readonly BenchAgent[];
}

/** What is to be run of these suites. One without a chosen case is left out, unless that leaves none. */
export function planBenches(suites: readonly Suite[], flags: BenchFlags): PlannedBench[] {
  const planned = suites.flatMap((suite): PlannedBench[] => {
    const cases = chooseCases(suite, flags);
    if (cases.length === 0) return [];
    const notices = noticesFor(suite, cases);
    return [{ suite: { ...suite, notices }, cases, agents: agentsOf(cases, flags) }];
  });
  const stray = planned.length === 0 ? null : strayChoice(suites, flags);
  if (stray) throw stray;
  if (planned.length > 0) return planned;
  throw suites.length === 1
    ? noneChosen(suites[0]!, flags)
    : new BenchConfigError("No case of any of these suites is chosen by --case and --tag.");
}

/** The agents of the command for every case; else for each case the one that it or its suite names, else `x`. */
function agentsOf(cases: readonly SuiteCase[], { agent: named }: BenchFlags): BenchAgent[] {
  // Blanks around a name are no part of it: with them it would be another agent in the records.
  const make = (typed: string) => ({ name: typed.trim(), agent: parseAgent(typed) });
  if (named) return named.map(make);
  const ids = new Map<string, Set<string>>();
  for (const { id, agent } of cases) {
    const name = (agent ?? "x").trim();
    ids.set(name, (ids.get(name) ?? new Set()).add(id));
  }
  if (ids.size === 1) return [...ids.keys()].map(make);
  return [...ids].map(([name, own]) => ({ ...make(name), cases: own }));
}
