import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { reportOfRun, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

test("after resuming with a changed task its results are those of what it is now", async () => {
  const store = createSqliteStore(":memory:");
  const tasks = tasksOf("a", "b");
  const config = {
    ...{ subjects: [subject("one")], model: "openai/gpt-5.4-mini", runs: 1, store },
    ...{ modelResolver: answering("something"), judgeModel: "anthropic/claude-haiku-4-5" },
    judgeResolver: answering(verdicts(() => true)),
  };
  const first = await runBenchmark({ ...config, tasks });
  const changed = [{ ...tasks[0]!, prompt: "Another question." }, tasks[1]!];
  const report = await runBenchmark({ ...config, tasks: changed, resume: true });
  expect(report.runId).toBe(first.runId);
  const run = (await store.findRun(report.runId!))!;
  expect(JSON.stringify(run.manifest.circumstances)).toContain("Another question.");
  for (const each of [report, await reportOfRun(store, run)]) {
    const [a, b] = each.results;
    expect(a).toMatchObject({ attempts: 1, costUsd: b!.costUsd, usage: b!.usage });
    expect(each.costs!.elsewhereUsd).toBeCloseTo(a!.costUsd, 9);
    expect(each.totalCostUsd).toBeCloseTo(3 * a!.costUsd, 9);
    expect(each.summaries[0]!.uncountedCostUsd).toBeUndefined();
  }
  await store.close();
});
