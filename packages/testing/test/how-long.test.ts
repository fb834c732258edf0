// How long a run took, whatever its clock and its end were like.
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
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

test("a run whose process died lasted until the last of its cells ended, as far as is known", async () => {
  const store = createSqliteStore(":memory:");
  const { runId } = await runBenchmark({ ...config(), store, modelResolver: answering("something") });
  const run = (await store.findRun(runId!))!;
  const hourLater = new Date(Date.parse(run.createdAt) + 3_600_000).toISOString();
  const later: RunStore = {
    ...store,
    async *cells(id, ...rest) {
      for await (const cell of store.cells(id, ...rest)) yield { ...cell, endedAt: hourLater };
    },
  };
  // Nobody has written to its row since it was made.
  const died = { ...run, state: "running" as const, updatedAt: run.createdAt };
  expect((await reportOfRun(later, died)).timing.totalMs).toBe(3_600_000);
  await store.close();
});
