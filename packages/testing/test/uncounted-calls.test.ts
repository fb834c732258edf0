// Money that stands on guessed tokens is told to do so.
import type { ModelResolver } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { reportOfRun, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const silent: ModelResolver = (modelId) => ({ modelId, generate: async () => ({ text: "something" }) });

test("calls of a priced model that counts no tokens are named in the report, fresh, read again and continued", async () => {
  const store = createSqliteStore(":memory:");
  const config = {
    ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("a", "b"), runs: 1, store, resume: true },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5" },
    judgeResolver: answering(verdicts(() => true)),
  };
  const fresh = await runBenchmark({ ...config, modelResolver: silent });
  const kept = await reportOfRun(store, (await store.findRun("last"))!);
  const again = await runBenchmark({ ...config, modelResolver: silent });
  expect(again.runId).toBe(fresh.runId);
  expect(fresh.totalCostUsd).toBeGreaterThan(0);
  for (const { warnings } of [fresh, kept, again])
    expect(warnings).toEqual([
      "2 of 4 model calls came without a usable count of their tokens; these are estimated.",
    ]);
  await store.close();
});

test("each process tells of all calls of the run, in one sentence", async () => {
  const store = createSqliteStore(":memory:");
  const config = {
    ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("a", "b"), runs: 1, store, resume: true },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5", concurrency: 1 },
    judgeResolver: answering(verdicts(() => true)),
  };
  const cut = await runBenchmark({ ...config, modelResolver: silent, maxCostUsd: 1e-9 });
  const whole = await runBenchmark({ ...config, modelResolver: silent });
  const kept = await reportOfRun(store, (await store.findRun("last"))!);
  expect(whole.runId).toBe(cut.runId);
  const sentences = (warnings: readonly string[]) => warnings.filter((text) => text.includes("usable count"));
  expect(sentences(cut.warnings)).toEqual([expect.stringMatching(/^1 of \d /)]);
  for (const { warnings } of [whole, kept])
    expect(sentences(warnings)).toEqual([expect.stringMatching(/^[23] of [45] model calls came without/)]);
  await store.close();
});
