import { sumUsd } from "@flow-state-dev/core";
import { isScored, type RunStore } from "@flow-state-dev/records";
import { isJudged } from "../suite/is-judged.ts";
import type { SuiteCase } from "../suite/suite.ts";

/** What running a suite once may cost, in US dollars. */
export interface CostEstimate {
  /** What the budgets of all runs of its cases allow together; what a judge takes comes on top. */
  mostUsd: number;
  /** Is a judge asked about any of them? */
  judged: boolean;
  /** From what earlier runs of the same cases cost; null when there were none that cost something. */
  earlier: { usd: number; cases: number; runs: number } | null;
}

const latestRuns = 20;

/**
 * What running these cases may cost. Earlier runs are those of a suite of this name in the store, real models only;
 * where they know only some of the cases the sum is over those.
 */
export async function estimateCost(
  suite: string,
  cases: readonly SuiteCase[],
  store: RunStore | null,
): Promise<CostEstimate> {
  const known = store === null ? new Map<string, number[]>() : await earlierCosts(suite, store);
  const means = cases.flatMap(({ id, runs }) => {
    const costs = known.get(id);
    return costs === undefined ? [] : [{ usd: (runs * sumUsd(costs)) / costs.length, runs: costs.length }];
  });
  return {
    mostUsd: sumUsd(cases.map(({ budget, runs }) => budget * runs)),
    judged: cases.some(isJudged),
    earlier:
      means.length === 0
        ? null
        : {
            usd: sumUsd(means.map(({ usd }) => usd)),
            cases: means.length,
            runs: means.reduce((sum, { runs }) => sum + runs, 0),
          },
  };
}

/**
 * By id of the case. Agents that cost nothing would make the others look cheap, and so would what was cut off; of calls
 * whose end nobody knows only the most they can have cost is in the books.
 */
async function earlierCosts(suite: string, store: RunStore): Promise<Map<string, number[]>> {
  const costs = new Map<string, number[]>();
  for await (const { id, manifest } of store.runs({ kind: "bench", name: suite, limit: latestRuns })) {
    if (manifest.simulated) continue;
    for await (const { task, outcome, spend } of store.cells(id)) {
      const usd = sumUsd([spend.subject, spend.agent, spend.judge]);
      const isKnown = spend.unknownCalls === 0 && spend.carried === 0;
      if (!outcome || !isScored(outcome.kind) || !isKnown || usd <= 0) continue;
      const before = costs.get(task);
      if (before) before.push(usd);
      else costs.set(task, [usd]);
    }
  }
  return costs;
}
