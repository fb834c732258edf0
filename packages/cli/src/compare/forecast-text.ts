import { formatMoney, isSimulatedId } from "@flow-state-dev/core";
import { shortRunId } from "@flow-state-dev/records";
import type { BenchmarkForecast } from "@flow-state-dev/testing";
import { formatAbout } from "../progress/format-about.ts";
import { counted, countedInFamilies, grouped, roundedUp } from "../text/show-numbers.ts";
import type { Forecast } from "./forecast.ts";

/**
 * What `--plan` prints: what it would take, and what it could see.
 *
 * @param models ids of the models of subjects and judges; blocks may call others
 */
export function forecastText(forecast: Forecast, models: readonly string[]): string {
  const lines = [
    takes(forecast),
    ...doneWords(forecast),
    ...playMoney(models),
    ...sees(forecast),
    "Nothing was spent.",
  ];
  return `${lines.join("\n")}\n`;
}

function doneWords({ done, cells }: Forecast): string[] {
  if (done === undefined || done.cells === 0) return [];
  const left = cells - done.cells;
  const others = left === 1 ? "last one is" : `other ${left} are`;
  const rest = left <= 0 ? "none is left to run" : `only the ${others} run and paid for`;
  return [`With --resume: run ${shortRunId(done.runId)} has ${done.cells} of these cells, and ${rest}.`];
}

function playMoney(models: readonly string[]): string[] {
  const simulated = [...new Set(models.filter(isSimulatedId))];
  if (simulated.length === 0) return [];
  return [`What ${simulated.join(" and ")} cost${simulated.length === 1 ? "s" : ""} is play money.`];
}

function takes(forecast: BenchmarkForecast): string {
  const { cells, calls, durationMs, unstated, withTools } = forecast;
  const parts = [
    counted(cells, "cell"),
    callsText(calls, unstated.length + withTools.length > 0),
    costText(forecast),
    ...(durationMs === null ? [] : [formatAbout(durationMs)]),
  ];
  return parts.join(" · ");
}

function costText(forecast: BenchmarkForecast): string {
  const { costUsd, unpriced } = forecast;
  if (!costUsd) return `cost unknown: no price for ${unpriced.join(", ")}`;
  const { low, expected, high } = costUsd;
  if (high === 0) return "costs nothing: its models are free";
  return `about ${formatMoney(expected)} (${formatMoney(low)} to ${formatMoney(high)}; ${sourceOf(forecast)})`;
}

function sourceOf({ earlierCells, guessed }: BenchmarkForecast): string {
  if (earlierCells === 0) return "guessed from the prompts";
  const rest = guessed.length === 0 ? "" : `, guessed for ${guessed.join(", ")}`;
  return `from ${counted(earlierCells, "earlier cell")}${rest}`;
}

function callsText({ min, max }: BenchmarkForecast["calls"], unstated: boolean): string {
  if (unstated) return `at least ${counted(min, "call")}`;
  return min === max ? counted(min, "call") : `${grouped(min)} to ${counted(max, "call")}`;
}

function sees(forecast: BenchmarkForecast): string[] {
  const { tasks, families, runs, compared, detectable, tasksForSmall, spread } = forecast;
  if (compared === 0) return ["Without a baseline no difference is told."];
  const size = `${countedInFamilies(tasks, families)} × ${counted(runs, "run")}`;
  if (detectable === null) {
    const units = families === undefined ? "tasks" : "families of tasks";
    return [`With ${size} no difference can be told from noise: at least 6 ${units} are needed.`];
  }
  const alike = families === undefined ? "" : " in families of this size";
  const more = tasksForSmall > tasks ? ` For 0.05: ${tasksForSmall} tasks${alike}.` : "";
  const spreading = `if scores spread ${spread === "earlier" ? "as in the last run" : "as usual"}`;
  const sight =
    detectable >= 1
      ? "hardly any difference would be seen"
      : `a difference of about ${roundedUp(detectable)} or more would be seen 4 times of 5`;
  return [`With ${size} ${sight}, ${spreading}.${more}`];
}
