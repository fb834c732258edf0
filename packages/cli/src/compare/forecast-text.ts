import { formatMoney } from "@flow-state-dev/core";
import type { BenchmarkForecast } from "@flow-state-dev/testing";
import { formatAbout } from "../progress/format-about.ts";

/** What `--plan` prints: what it would take, and what it could see. */
export function forecastText(forecast: BenchmarkForecast): string {
  return `${[takes(forecast), ...sees(forecast), "Nothing was spent."].join("\n")}\n`;
}

function takes(forecast: BenchmarkForecast): string {
  const { cells, calls, costUsd, unpriced, earlierCells, durationMs, unstated } = forecast;
  const from = earlierCells > 0 ? `from ${count(earlierCells, "earlier cell")}` : "guessed from the prompts";
  const cost = costUsd
    ? `about ${formatMoney(costUsd.expected)} (${formatMoney(costUsd.low)} to ${formatMoney(costUsd.high)}; ${from})`
    : `cost unknown: no price for ${unpriced.join(", ")}`;
  const parts = [
    count(cells, "cell"),
    callsText(calls, unstated.length > 0),
    cost,
    ...(durationMs === null ? [] : [formatAbout(durationMs)]),
  ];
  return parts.join(" · ");
}

function callsText({ min, max }: BenchmarkForecast["calls"], unstated: boolean): string {
  if (unstated) return `at least ${count(min, "call")}`;
  return min === max ? count(min, "call") : `${number(min)} to ${count(max, "call")}`;
}

function sees({ tasks, runs, subjects, detectable, tasksForSmall }: BenchmarkForecast): string[] {
  if (subjects < 2) return [];
  const size = `${count(tasks, "task")} × ${count(runs, "run")}`;
  if (detectable === null) {
    return [`With ${size} no difference can be told from noise: at least 6 tasks are needed.`];
  }
  const more = tasksForSmall > tasks ? ` For 0.05: ${tasksForSmall} tasks.` : "";
  return [
    `With ${size} a difference of ${detectable.toFixed(2)} or more would be seen 4 times of 5, if scores spread as usual.${more}`,
  ];
}

function count(amount: number, what: string): string {
  return `${number(amount)} ${what}${amount === 1 ? "" : "s"}`;
}

function number(amount: number): string {
  return amount.toLocaleString("en-US");
}
