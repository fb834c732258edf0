import type { BenchmarkForecast } from "@flow-state-dev/testing";
import { expect, test } from "vitest";
import { forecastText } from "./forecast-text.ts";

const forecast: BenchmarkForecast = {
  ...{ cells: 48, subjects: 2, tasks: 8, runs: 3, calls: { min: 48, max: 48 }, unstated: [], withTools: [] },
  ...{ costUsd: { low: 1, expected: 2, high: 4 }, unpriced: [], earlierCells: 0, guessed: ["a", "b"] },
  ...{ durationMs: null, compared: 1, detectable: 0.1411, tasksForSmall: 70, spread: "assumed" },
};
const sight = (more: Partial<BenchmarkForecast>) =>
  forecastText({ ...forecast, ...more }, [])
    .split("\n")
    .at(-3);

test("what could be seen is never told as less than it is, nor as more than there can be", () => {
  expect(sight({})).toBe(
    "With 8 tasks × 3 runs a difference of about 0.15 or more would be seen 4 times of 5, if scores spread as usual. For 0.05: 70 tasks.",
  );
  expect(sight({ detectable: 0.0021, tasksForSmall: 6 })).toContain("about 0.003 or more");
  expect(sight({ detectable: 1.2, spread: "earlier", tasksForSmall: 5000 })).toBe(
    "With 8 tasks × 3 runs hardly any difference would be seen, if scores spread as in the last run. For 0.05: 5000 tasks.",
  );
});

test("of a run that is gone on with only the rest is paid for", () => {
  const done = (cells: number) =>
    forecastText({ ...forecast, done: { runId: "7f3a1c-x", cells } }, []).split("\n")[1];
  expect(done(25)).toBe(
    "With --resume: run 7f3a has 25 of these cells, and only the other 23 are run and paid for.",
  );
  expect(done(47)).toContain("and only the last one is run and paid for.");
  expect(done(48)).toBe("With --resume: run 7f3a has 48 of these cells, and none is left to run.");
  expect(done(0)).toContain("With 8 tasks");
});

test("what costs nothing is not told as about nothing", () => {
  const told = (costUsd: BenchmarkForecast["costUsd"]) =>
    forecastText({ ...forecast, costUsd }, []).split("\n")[0];
  expect(told({ low: 0, expected: 0, high: 0 })).toBe(
    "48 cells · 48 calls · costs nothing: its models are free",
  );
  expect(told({ low: 0, expected: 0, high: 0.01 })).toContain("about $0.00 ($0.00 to $0.010;");
});
