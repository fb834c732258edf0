// How long a run took, whatever its clock and its end were like.
import { createSqliteStore } from "@flow-state-dev/records";
import { afterEach, expect, test, vi } from "vitest";
import { reportOfRun, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf } from "./support/plain-models.ts";

const config = () => ({
  ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("a"), model: "openai/gpt-5.4-mini", runs: 2 },
  ...{ rubric: [], scorers: [], judgeModel: "anthropic/claude-haiku-4-5" },
  judgeResolver: answering("{}"),
});

afterEach(() => vi.restoreAllMocks());

test("a clock that is set back while a run goes on does not make it take no time", async () => {
  const now = Date.now.bind(Date);
  const modelResolver = answering(() => {
    vi.spyOn(Date, "now").mockImplementation(() => now() - 3_600_000);
    return "something";
  });
  const report = await runBenchmark({ ...config(), modelResolver });
  expect(report.timing.totalMs).toBeGreaterThan(0);
  expect(report.timing.totalMs).toBeLessThan(600_000);
});

const second = 1000;

/** A store with a clock of its own; a model moves it on by so many milliseconds with each answer. */
function timed() {
  let nowMs = Date.UTC(2030, 0, 1);
  const store = createSqliteStore(":memory:", { now: () => nowMs });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  const taking = (ms: number) =>
    answering(() => {
      pass(ms);
      return "something";
    });
  return { store, pass, taking };
}

test("a run whose process died lasted until the last of its cells ended, as far as is known", async () => {
  const { store, pass, taking } = timed();
  const { runId } = await runBenchmark({ ...config(), store, concurrency: 1, modelResolver: taking(second) });
  pass(3600 * second);
  // Somebody wrote to its row, or nobody has since it was made.
  const run = (await store.findRun(runId!))!;
  for (const state of ["finished", "running", "interrupted"] as const)
    expect((await reportOfRun(store, { ...run, state })).timing.totalMs).toBe(2 * second);
  await store.close();
});

test("one that was continued took what all its processes did, and not the time between", async () => {
  const { store, pass, taking } = timed();
  const stop = new AbortController();
  const slow = taking(60 * second);
  const first = await runBenchmark({
    ...{ ...config(), store, concurrency: 1, resume: true, signal: stop.signal, modelResolver: slow },
    onEvent: ({ type }) => type === "finished" && stop.abort(),
  });
  expect(first.coverage.missing).toEqual({ unscored: 1, cancelled: 1 });
  pass(24 * 3600 * second);
  const modelResolver = taking(second);
  const { runId, timing } = await runBenchmark({ ...config(), store, resume: true, modelResolver });
  expect(timing.totalMs).toBeGreaterThan(60 * second);
  expect(timing.totalMs).toBeLessThan(120 * second);
  const run = (await store.findRun(runId!))!;
  expect(run.id).toBe(first.runId);
  expect((await reportOfRun(store, run)).timing.totalMs).toBe(61 * second);
  await store.close();
});
