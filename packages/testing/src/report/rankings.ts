import { quickLook, tidy } from "@flow-state-dev/stats";
import type { BenchmarkRanking } from "./benchmark-report.ts";
import type { CellPool } from "./category-stats.ts";
import type { CompleteStat } from "./complete-report.ts";

/**
 * The rankings of a report by category and `overall`, from pools and their stats in the same order. `credible` comes
 * from unrounded numbers. Subjects with the same mean keep the order of the configuration; those without a score, whose
 * mean of 0 has no meaning, come last.
 */
export function rankingsOf(
  keys: readonly string[],
  pools: readonly CellPool[],
  stats: readonly CompleteStat[],
  primary: number,
): Record<string, BenchmarkRanking[]> {
  const entries = keys.map((key) => {
    const places = pools.flatMap(({ category }, place) => (category === key ? [place] : []));
    const baseline = places.find((place) => pools[place]!.subject === primary);
    const rowAt = (place: number) => rowOf(stats[place]!, pools[place]!, baseline, pools);
    const scored = places.filter((place) => stats[place]!.scored > 0).map(rowAt);
    const others = places.filter((place) => stats[place]!.scored === 0).map(rowAt);
    const ranking = [...scored.sort((a, b) => b.mean - a.mean), ...others];
    return [key, ranking] as const;
  });
  return Object.fromEntries(entries);
}

function rowOf(
  { subject, mean }: CompleteStat,
  pool: CellPool,
  baseline: number | undefined,
  pools: readonly CellPool[],
): BenchmarkRanking {
  if (baseline === undefined || pool === pools[baseline]) {
    return { subject, mean, deltaVsBaseline: 0, credible: false };
  }
  const { delta, credible } = quickLook(pool.scores, pools[baseline]!.scores);
  return { subject, mean, deltaVsBaseline: tidy(delta), credible };
}
