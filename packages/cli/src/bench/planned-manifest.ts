import type { RunManifest } from "@flow-state-dev/records";
import { planManifest, type SandboxChoice } from "@flow-state-dev/suites";
import { userPrices } from "../files/user-prices.ts";
import { sweepLimitsOf } from "../machines/provider-limits.ts";
import type { BenchFlags } from "./bench-flags.ts";
import type { PlannedBench } from "./plan-bench.ts";

/** The manifest that a run of these cases would have, as far as it is known before they are looked at. */
export function plannedManifest(
  bench: PlannedBench,
  flags: BenchFlags,
  sandbox: SandboxChoice,
): Promise<RunManifest> {
  const { suite, cases } = bench;
  return planManifest({
    ...{ suite, cases, sandbox, prices: userPrices(), ...sweepLimitsOf(flags) },
    ...workersOf(bench, flags),
    ...(flags.runs !== undefined && { runs: flags.runs }),
  });
}

/** Who works and who judges, as `runSuite` is told. */
export function workersOf({ agents }: PlannedBench, { model, judgeModel }: BenchFlags) {
  return {
    agents,
    ...(model !== undefined && { model }),
    ...(judgeModel !== undefined && { judgeModel }),
  };
}
