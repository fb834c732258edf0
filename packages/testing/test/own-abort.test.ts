// A subject that stops itself, with a signal of its own, has broken: nobody has stopped the run.
import { generator, handler, sequencer } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const stops = (): string => {
  throw new DOMException("This operation was aborted", "AbortError");
};

function base() {
  return {
    tasks: tasksOf("reasoning"),
    model: "openai/gpt-5.4-mini",
    judgeModel: "anthropic/claude-haiku-4-5",
    modelResolver: answering("something"),
    judgeResolver: answering(verdicts(() => true)),
  };
}

test.each([
  [
    "a block of it",
    {
      ...subject("planner"),
      sequencer: sequencer({ name: "p" }).step(handler({ name: "h", execute: stops })),
    },
  ],
  ["its mapTask", { ...subject("planner"), mapTask: stops }],
  ["its mapTask, later", { ...subject("planner"), mapTask: async () => stops() }],
])("%s gives up: the cells are errored, and 0", async (_, planner) => {
  const report = await runBenchmark({ ...base(), subjects: [planner, subject("solo", "baseline")] });
  expect(report.aborted).toBe(false);
  expect(
    report.stats.find((stat) => stat.subject === "planner" && stat.category === "overall"),
  ).toMatchObject({ mean: 0, runs: 3, successfulRuns: 0, scored: 3 });
  expect(report.failures).toEqual([
    {
      ...{ subject: "planner", outcome: "errored", cells: 3 },
      message: "The subject stopped itself: This operation was aborted",
    },
  ]);
});

test("its model gives up, by a time limit of its own: the subject has no part in that", async () => {
  const modelResolver = answering(stops);
  const limits = { maxAttempts: 1 };
  const say = generator({ name: "say", model: "openai/gpt-5.4-mini", retry: { maxAttempts: 1 } });
  const planner = { ...subject("planner"), sequencer: sequencer({ name: "p" }).step(say) };
  const report = await runBenchmark({ ...base(), modelResolver, limits, subjects: [planner] });
  expect(report.coverage).toMatchObject({ scored: 0, missing: { infrastructure: 3 } });
  expect(report.failures).toMatchObject([{ message: expect.stringContaining("broke off its own call") }]);
});

test("one that gives up because the run was stopped is cancelled", async () => {
  const stop = new AbortController();
  const modelResolver = answering(({ signal }) => {
    stop.abort();
    return new Promise<string>((_, reject) => {
      if (signal!.aborted) reject(new DOMException("This operation was aborted", "AbortError"));
    });
  });
  const report = await runBenchmark({
    ...{ ...base(), modelResolver, signal: stop.signal, concurrency: 1 },
    subjects: [subject("planner")],
  });
  expect(report.aborted).toBe(true);
  expect(report.results).toMatchObject([{ outcome: "cancelled" }]);
});
