import { sumUsd } from "@flow-state-dev/core";
import type { SweepResult } from "@flow-state-dev/sweep";
import { buildSuiteResults } from "../../results/build-suite-results.ts";
import type { SuiteResults } from "../../results/suite-results.ts";
import { noticesFor } from "../../suite/suite-notice.ts";
import { worksOn } from "../bench-agent.ts";
import type { BenchConfig } from "../bench-config.ts";
import type { PlannedCase } from "../bench-plan.ts";
import type { KeptRun } from "./read-case-runs.ts";

/** Said wherever something is shown that came from a model which only plays one. */
export const simulatedNotice = "simulated model: this shows the tool, not the agents";

/** Results of a run from what was kept of it. */
export function resultsOfRun(
  { suite, cases: chosen = suite.cases, agents, sandbox, judgeModel }: BenchConfig,
  facts: {
    planned: readonly PlannedCase[];
    kept: readonly KeptRun[];
    result: SweepResult;
    notices: readonly string[];
    simulated: boolean;
  },
): SuiteResults {
  const { planned, kept, result, simulated } = facts;
  const keptOf = Map.groupBy(kept, ({ cell }) => keyOf(cell.subject, cell.task));
  const cases = agents.flatMap((agent) =>
    planned
      .filter(({ it }) => worksOn(agent, it))
      .map(({ it, runs, hash }) => {
        const own = keptOf.get(keyOf(agent.name, it.id)) ?? [];
        return {
          ...{ id: it.id, agent: agent.name, tags: it.tags, planned: runs, hash },
          ...(it.family !== undefined && { family: it.family }),
          agentVersion: own.at(-1)?.agentVersion ?? null,
          model: own.at(-1)?.model ?? null,
          runs: own.map(({ run }) => run).sort((a, b) => a.run - b.run),
        };
      }),
  );
  const limits = noticesFor(suite, chosen).map(({ message }) => message);
  return buildSuiteResults(cases, {
    suite: suite.name,
    ...(suite.description !== null && { description: suite.description }),
    agents: agents.map(({ name }) => name),
    ...(judgeModel !== undefined && { judgeModel }),
    duration: result.workedMs / 1000,
    sandbox: { name: sandbox.sandbox.name, notice: sandbox.notice },
    budgetExceeded: result.budgetExceeded,
    aborted: result.interrupted,
    simulated,
    run: result.runId,
    spentUsd: sumUsd([result.spend.subject, result.spend.judge, result.spend.agent]),
    notices: [...limits, ...facts.notices, ...(simulated ? [simulatedNotice] : [])],
    warnings: [...(result.stopped ? [result.stopped.reason] : []), ...result.warnings],
  });
}

function keyOf(agent: string, caseId: string): string {
  return JSON.stringify([agent, caseId]);
}
