// Calls lost in a crash are carried at the most they can have cost: in the total, and in no cost of a subject. Of the
// budget they take something only where it is strict.
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { planBenchmark, renderScorecard, reportOfRun, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const config = () => ({
  ...{ subjects: [subject("planner"), subject("solo", "baseline")], tasks: tasksOf("a", "b") },
  ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5", runs: 2 },
  modelResolver: answering("something"),
  judgeResolver: answering(verdicts(() => true)),
});

/** A process that died with calls under way on a cell, whose end nobody knows. */
async function crash(store: RunStore, runId: string, payers: readonly ("subject" | "judge")[]) {
  const cell = { subject: "planner", task: "t2", run: 1 };
  const worker = { id: "dead", host: "elsewhere", pid: 1 };
  await store.registerWorker(worker);
  const { tasks } = (await store.findRun(runId))!.manifest;
  const claimed = await store.claim(runId, worker.id, { ...cell, taskHash: tasks.t2! });
  expect(claimed).toEqual({ state: "claimed", attempt: 1 });
  for (const [at, payer] of payers.entries()) {
    const call = { callId: `lost-${at}`, payer, modelId: "openai/gpt-5.4-mini", worstCaseUsd: 40 };
    await store.openCall(runId, cell, 1, { ...call, openedAt: new Date().toISOString() });
    store.carryCall(runId, call.callId);
  }
  await store.releaseWorker(worker.id);
}

test("they are in the total and named, and in no cost of a subject", async () => {
  const store = createSqliteStore(":memory:");
  const stop = new AbortController();
  const first = config();
  const modelResolver = answering(() => {
    if (modelResolver.asked.length >= 3) stop.abort();
    return "something";
  });
  const partial = await runBenchmark({
    ...{ ...first, modelResolver, store, concurrency: 1, signal: stop.signal },
  });
  await crash(store, partial.runId!, ["subject", "judge"]);
  const report = await runBenchmark({ ...config(), store, resume: true });

  const { spend } = await store.totals(report.runId!);
  expect(spend.carried).toBe(80);
  expect(report.totalCostUsd).toBeCloseTo(spend.subject + spend.judge + spend.agent, 9);
  expect(report.costs).toMatchObject({ carriedUsd: 80, carriedCalls: 2 });
  const hit = report.results.find(
    (cell) => cell.subject === "planner" && cell.taskId === "t2" && cell.run === 1,
  );
  expect(hit).toMatchObject({ outcome: "passed", unknownCalls: 2, lostCalls: 2 });
  expect(hit!.costUsd).toBeLessThan(1);
  const [planner, solo] = report.summaries;
  expect(planner!.subjectCostUsd + planner!.judgeCostUsd).toBeLessThan(1);
  // The attempt that they were made in is not the one that the score comes from.
  expect(planner!.costPerTaskUsd).toBe(solo!.costPerTaskUsd);
  expect(report.comparisons[0]!.costRatio).toMatchObject({ value: 1 });
  expect(report.stats.every(({ costUsd }) => costUsd < 1)).toBe(true);
  const card = renderScorecard(report, "table");
  expect(card).toContain(
    "of it $80.00 carried for 2 calls whose end nobody knows, at the most they can have cost",
  );

  const forecast = await planBenchmark({ ...config(), store });
  expect(forecast.costUsd!.high).toBeLessThan(1);
  await store.close();
});

test("a run that has all its cells has not passed its budget for what they may have cost", async () => {
  const store = createSqliteStore(":memory:");
  const stop = new AbortController();
  const modelResolver = answering(() => {
    if (modelResolver.asked.length >= 3) stop.abort();
    return "something";
  });
  const all = { ...config(), store, concurrency: 1, maxCostUsd: 1 };
  const partial = await runBenchmark({ ...all, modelResolver, signal: stop.signal });
  await crash(store, partial.runId!, ["subject"]);
  const told = await runBenchmark({ ...all, resume: true });
  const kept = await reportOfRun(store, (await store.findRun(told.runId!))!);
  for (const report of [told, kept]) {
    expect(report.totalCostUsd).toBeGreaterThan(40);
    expect(report).toMatchObject({ budgetExceeded: false, coverage: { scored: 8, planned: 8 } });
  }
  await store.close();
});

test("cells that are not in the report are in the total", async () => {
  const store = createSqliteStore(":memory:");
  const stop = new AbortController();
  const modelResolver = answering(() => {
    if (modelResolver.asked.length >= 5) stop.abort();
    return "something";
  });
  const all = { ...config(), store, concurrency: 1 };
  await runBenchmark({ ...all, modelResolver, signal: stop.signal });
  const report = await runBenchmark({ ...all, tasks: tasksOf("a"), resume: true });
  const { spend } = await store.totals(report.runId!);
  expect(report.totalCostUsd).toBeCloseTo(spend.subject + spend.judge + spend.agent, 9);
  const ofCells = report.results.reduce((sum, { costUsd }) => sum + costUsd, 0);
  expect(report.totalCostUsd).toBeGreaterThan(ofCells);
  expect(report.costs!.elsewhereUsd).toBeCloseTo(report.totalCostUsd - ofCells, 9);
  await store.close();
});
