import { isSimulatedId, type PriceTable } from "@flow-state-dev/core";
import { type BenchAgent, isJudged, modelFor, parseAgentName, type SuiteCase } from "@flow-state-dev/suites";
import type { BenchFlags } from "./bench-flags.ts";

/**
 * Whose money a run of a case may cost: `real` for models with a price, `play` for simulated ones, `free` for those
 * whose price is 0, `own` for a program that may spend by itself and tell or not, and nothing at all for what calls no
 * model.
 */
export type PlanMoney = "real" | "play" | "free" | "own";

/** What one run of a case by an agent may cost, its judge included. */
export function planMoney(
  bench: BenchAgent,
  it: SuiteCase,
  { model, judgeModel }: Pick<BenchFlags, "model" | "judgeModel">,
  prices: PriceTable,
): ReadonlySet<PlanMoney> {
  const chosen = modelFor(bench, model ?? null, it.model);
  const parsed = parseAgentName(bench.name);
  const isOwn = parsed.ok && (parsed.agent.kind === "command" || parsed.agent.kind === "acp");
  const models = [
    ...(bench.agent.needsModel ? [chosen] : []),
    ...(isJudged(it) ? [judgeModel ?? chosen] : []),
  ];
  return new Set<PlanMoney>([
    ...(isOwn ? ["own" as const] : []),
    ...models.map((id) => (id === null ? "real" : moneyOf(id, prices))),
  ]);
}

function moneyOf(modelId: string, prices: PriceTable): PlanMoney {
  if (isSimulatedId(modelId)) return "play";
  const price = prices.price(modelId);
  return price !== null && Object.values(price).every((usd) => usd === 0) ? "free" : "real";
}
