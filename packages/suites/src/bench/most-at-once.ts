import { worksOn } from "./bench-agent.ts";
import type { BenchConfig } from "./bench-config.ts";

/** How many cases run at once: never more than there are runs. */
export function mostAtOnce({
  suite,
  agents,
  cases = suite.cases,
  runs,
  concurrency = 1,
}: Pick<BenchConfig, "suite" | "agents" | "cases" | "runs" | "concurrency">): number {
  const all = cases.map((it) => (runs ?? it.runs) * agents.filter((agent) => worksOn(agent, it)).length);
  return Math.min(
    concurrency,
    all.reduce((sum, each) => sum + each, 0),
  );
}
