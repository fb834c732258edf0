import { mean, populationDeviation } from "@flow-state-dev/stats";
import type { HeatCell } from "@flow-state-dev/viewer/contract";
import type { TaskFacts } from "./task-facts.ts";

/** How the runs of one agent on one case came out. */
export interface CasePasses {
  id: string;
  agent: string;
  /** Runs with a result, and of them those that passed. */
  of: number;
  passed: number;
}

/**
 * Agents by tags of cases, and all cases in a last column: the mean share of runs that pass, each case of the same
 * weight, and its spread over cases. A case with two tags counts under both. Nothing without tags.
 */
export function heatOfTags(
  agents: readonly string[],
  facts: readonly TaskFacts[],
  cases: readonly CasePasses[],
): { tags: string[]; heat: (HeatCell | null)[][] } {
  const tags = [...new Set(facts.flatMap((task) => task.tags))];
  if (tags.length === 0) return { tags: [], heat: [] };
  const tagsOf = new Map(facts.map((task) => [task.id, task.tags]));
  const heat = agents.map((agent) => {
    const own = cases.filter((each) => each.agent === agent && each.of > 0);
    return [...tags.map((tag) => own.filter(({ id }) => tagsOf.get(id)?.includes(tag))), own].map(cellOf);
  });
  return { tags, heat };
}

function cellOf(cases: readonly CasePasses[]): HeatCell | null {
  const shares = cases.map(({ passed, of }) => passed / of);
  if (shares.length === 0) return null;
  const runs = cases.reduce((sum, { of }) => sum + of, 0);
  return { mean: mean(shares)!, spread: populationDeviation(shares)!, delta: null, cells: runs };
}
