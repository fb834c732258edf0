import { sumUsd } from "@flow-state-dev/core";
import type { RunBenchmarkConfig } from "./run-benchmark-config.ts";

/** What is told to be spent has the checks of the judge in it, as the report and the budget have. */
export function withChecks(
  { onEvent }: RunBenchmarkConfig,
  checksUsd: number,
): Pick<RunBenchmarkConfig, "onEvent"> {
  if (!onEvent || checksUsd === 0) return {};
  const more = (usd: number) => sumUsd([usd, checksUsd]);
  return {
    onEvent(event) {
      switch (event.type) {
        case "planned":
        case "elsewhere":
          return onEvent({ ...event, spentUsd: more(event.spentUsd) });
        case "spent":
          return onEvent({ ...event, totalUsd: more(event.totalUsd) });
        case "budget-spent":
          return onEvent({ ...event, spentUsd: more(event.spentUsd), limitUsd: more(event.limitUsd) });
        default:
          return onEvent(event);
      }
    },
  };
}
