import { type PlannedCell, providerOfModel } from "@flow-state-dev/sweep";
import type { SuiteCase } from "../suite/suite.ts";
import type { SourceFacts } from "../workspace/source.ts";
import { type BenchAgent, modelFor, worksOn } from "./bench-agent.ts";

/** A case that is to be run, with what its runs share. */
export interface PlannedCase {
  it: SuiteCase;
  source: SourceFacts;
  /** Of its content: a result for another content does not count. */
  hash: string;
  runs: number;
}

/**
 * All cells of a run: run-major, case next, then the agents in their order, so that whenever it is cut off every agent
 * has been at the same cases as often, give or take the last ones. They name the provider of their model, when that is
 * known: limits of providers hold for them.
 */
export function benchCells(
  cases: readonly Omit<PlannedCase, "source">[],
  agents: readonly BenchAgent[],
  chosen: string | null = null,
): PlannedCell[] {
  const most = Math.max(0, ...cases.map(({ runs }) => runs));
  return Array.from({ length: most }, (_, run) =>
    cases
      .filter(({ runs }) => run < runs)
      .flatMap(({ it, hash }) =>
        agents
          .filter((agent) => worksOn(agent, it))
          .map((agent): PlannedCell => {
            const { name } = agent;
            const model = modelFor(agent, chosen, it.model);
            return {
              ...{ subject: name, task: it.id, run, taskHash: hash },
              ...(model !== null && { provider: providerOfModel(model) }),
              ...(agents.length > 1 && name === agents[0]!.name && { baseline: true }),
            };
          }),
      ),
  ).flat();
}
