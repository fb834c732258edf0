import { type BenchAgent, isJudged, modelFor, type SuiteCase, worksOn } from "@flow-state-dev/suites";
import type { BenchFlags } from "./bench-flags.ts";

/** The models that the cases of a suite may ask: those of agents that have a use for one, and of the judge. */
export function modelsAsked(
  agents: readonly BenchAgent[],
  cases: readonly SuiteCase[],
  { model, judgeModel }: Pick<BenchFlags, "model" | "judgeModel">,
): string[] {
  const asked = agents.flatMap((bench) =>
    cases
      .filter((it) => worksOn(bench, it))
      .flatMap((it) => {
        const own = modelFor(bench, model ?? null, it.model);
        const { needsModel, wires } = bench.agent;
        return [needsModel || wires !== undefined ? own : null, isJudged(it) ? (judgeModel ?? own) : null];
      }),
  );
  return [...new Set(asked.filter((id) => id !== null))];
}

/** The models that would judge them. */
export function judgesAsked(
  agents: readonly BenchAgent[],
  cases: readonly SuiteCase[],
  { model, judgeModel }: Pick<BenchFlags, "model" | "judgeModel">,
): string[] {
  const judged = cases.filter(isJudged);
  if (judged.length > 0 && judgeModel !== undefined) return [judgeModel];
  const own = agents.flatMap((bench) =>
    judged.filter((it) => worksOn(bench, it)).map((it) => modelFor(bench, model ?? null, it.model)),
  );
  return [...new Set(own.filter((id) => id !== null))];
}
