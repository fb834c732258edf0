import type { Limits } from "@flow-state-dev/sweep";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** The limits that the sweep itself keeps. Those of a cell hold for its subject alone and are kept where that runs. */
export function sweepLimits({ limits = {} }: Pick<RunBenchmarkConfig, "limits">): Limits {
  const { cellBudgetUsd: _usd, cellTimeoutMs: _ms, ...rest } = limits as Limits;
  return rest;
}
