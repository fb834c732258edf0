import { selfPreferenceWarning } from "@flow-state-dev/judge";
import { isJudged } from "../../suite/is-judged.ts";
import type { SuiteCase } from "../../suite/suite.ts";
import { modelFor, worksOn } from "../bench-agent.ts";
import type { BenchConfig } from "../bench-config.ts";

/**
 * Whether models judge their own work, or that of their family, in cases with something to judge. Without a model for
 * the judge each does its own. An agent that names no model may have used any, so nothing is said of it.
 */
export function judgedByOwn(
  { agents, model = null, judgeModel }: Pick<BenchConfig, "agents" | "model" | "judgeModel">,
  cases: readonly SuiteCase[],
): string[] {
  const working = agents.filter(({ agent }) => agent.needsModel);
  const executors = new Set(
    working.flatMap((bench) =>
      cases
        .filter((it) => isJudged(it) && worksOn(bench, it))
        .flatMap((it) => modelFor(bench, model, it.model) ?? []),
    ),
  );
  const judges = judgeModel === undefined ? [...executors] : [judgeModel];
  const warning = selfPreferenceWarning(judges, [...executors], "work");
  return warning === null ? [] : [warning];
}
