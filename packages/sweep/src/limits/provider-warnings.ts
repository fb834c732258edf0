import type { CellPlan } from "../plan/cell-plan.ts";
import type { CompleteLimits } from "./limits.ts";

/** A limit of cells at once counts the cells that name their provider; one that none names holds for nobody. */
export function providerWarnings({ providers }: CompleteLimits, plan: CellPlan): string[] {
  const limited = Object.keys(providers).filter((name) => name !== "*" && providers[name]!.concurrency);
  const unnamed = new Set(limited);
  for (let position = 0; position < plan.count && unnamed.size > 0; position += 1) {
    for (const name of [plan.at(position).provider ?? []].flat()) unnamed.delete(name);
  }
  return [...unnamed].map(
    (name) =>
      `The limit providers.${name}.concurrency holds for no cell, for none names the provider: plan the subjects with provider: "${name}".`,
  );
}
