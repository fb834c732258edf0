import { sumUsd } from "@flow-state-dev/core";
import { estimateCost, judgedByOwn, type SandboxChoice } from "@flow-state-dev/suites";
import { userPrices } from "../files/user-prices.ts";
import type { LazyStore } from "../runs/lazy-store.ts";
import type { Voice } from "../text/voice.ts";
import type { BenchFlags } from "./bench-flags.ts";
import { benchHeadline } from "./bench-headline.ts";
import type { PlannedBench } from "./plan-bench.ts";
import { benchPlanText, paidCases } from "./plan-text.ts";
import { plannedManifest, workersOf } from "./planned-manifest.ts";
import { allRuns, type RunsLeft, runsLeft } from "./runs-left.ts";

/** Says what would run. Looks at what earlier runs cost, where there are any; makes nothing. */
export async function tellPlans(
  benches: readonly PlannedBench[],
  flags: BenchFlags,
  { sandbox, store: lazy, voice }: { sandbox: SandboxChoice; store: LazyStore; voice: Voice },
): Promise<void> {
  const store = lazy.exists ? lazy.open() : null;
  const prices = userPrices();
  const texts: string[] = [];
  const all: RunsLeft[] = [];
  for (const bench of benches)
    all.push(
      store && flags.resume
        ? await runsLeft(store, await plannedManifest(bench, flags, sandbox), flags, { looked: false })
        : allRuns(flags),
    );
  for (const [at, bench] of benches.entries()) {
    const left = all[at]!;
    const others = all.filter((each) => each !== left).map(({ spentUsd }) => -spentUsd);
    const budgetUsd = flags.budget && Math.max(0, sumUsd([flags.budget, ...others]));
    const estimate = await estimateCost(bench.suite.name, paidCases(bench, flags, left, prices), store);
    const head = await benchHeadline(bench, sandbox, flags, budgetUsd, left);
    texts.push(`${head}${benchPlanText(bench, flags, estimate, left, prices)}`);
    judgedByOwn(workersOf(bench, flags), bench.cases).forEach(voice.warn);
  }
  voice.show(texts.join("\n"));
}
