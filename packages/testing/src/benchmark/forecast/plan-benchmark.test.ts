import { defineCapability, handler } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { minimumDetectableEffect, plannedStandardError } from "@flow-state-dev/stats";
import { expect, test } from "vitest";
import { z } from "zod";
import { answering, subject, tasksOf, verdicts } from "../../../test/support/plain-models.ts";
import { custom } from "../../scorers/custom.ts";
import { judgeScorer } from "../../scorers/judge-scorer.ts";
import { baselineSubject } from "../baseline-subject.ts";
import { runBenchmark } from "../run-benchmark.ts";
import { assumedSpread, planBenchmark } from "./plan-benchmark.ts";

const model = "openai/gpt-5.4-mini";
const solo = baselineSubject({ model });
const stated = (name: string) => ({ ...subject(name), calls: { min: 2, max: 4 } });
const base = () => ({
  ...{ subjects: [stated("planner"), solo], tasks: tasksOf(...Array<string>(8).fill("a")), runs: 3 },
  ...{ model, judgeModel: "anthropic/claude-haiku-4-5", name: "plans" },
  modelResolver: answering("something"),
  judgeResolver: answering(verdicts(() => true)),
});

test("calls are what subjects state, and those of the judge", async () => {
  const forecast = await planBenchmark(base());
  expect(forecast).toMatchObject({
    ...{ cells: 48, calls: { min: 24 * (2 + 1) + 48, max: 24 * (4 + 1) + 48 } },
    ...{ unstated: [], withTools: [], earlierCells: 0, guessed: ["planner", "single-generator"] },
  });
});

test("siblings count as one: a plan says in how many families the tasks are, and sees less", async () => {
  const tasks = tasksOf(...Array<string>(24).fill("a"));
  const inFours = tasks.map((task, at) => ({ ...task, family: `f${at >> 2}` }));
  const [plain, fours] = [
    await planBenchmark({ ...base(), tasks }),
    await planBenchmark({ ...base(), tasks: inFours }),
  ];
  expect(plain).not.toHaveProperty("families");
  expect(fours).toMatchObject({ tasks: 24, families: 6 });
  // What differs between tasks is that of 6, the noise of runs that of 24.
  const { taskVariance, runVarianceA, runVarianceB } = assumedSpread;
  const error = Math.sqrt(taskVariance / 6 + (runVarianceA + runVarianceB) / (3 * 24));
  expect(fours.detectable).toBeCloseTo(minimumDetectableEffect(error, { degreesOfFreedom: 5 })!, 9);
  expect(fours.tasksForSmall).toBeGreaterThan(3 * plain.tasksForSmall);
  const five = tasks.map((task, at) => ({ ...task, family: `f${at % 5}` }));
  expect(await planBenchmark({ ...base(), tasks: five })).toMatchObject({ families: 5, detectable: null });
});

test("canaries and labelled outputs are in calls and cost", async () => {
  const plain = await planBenchmark(base());
  const golden = [{ prompt: "p", rubric: ["a"], output: "x", labels: [true] }];
  const checked = await planBenchmark({ ...base(), judge: { canaries: true, golden } });
  const config = {
    ...base(),
    judgeResolver: answering(verdicts(({ user }) => />\s*something\s*</.test(user))),
  };
  await runBenchmark({ ...config, runs: 1, tasks: tasksOf("a"), judge: { canaries: true, golden } });
  const asked = config.judgeResolver.asked.length - 2;
  expect(checked.calls.min - plain.calls.min).toBe(asked);
  expect(checked.costUsd!.expected).toBeGreaterThan(plain.costUsd!.expected);
});

test("with tools nobody knows how many calls it will be", async () => {
  const ping = handler({ name: "ping", inputSchema: z.object({}), execute: () => "pong" });
  const uses = [defineCapability({ name: "pinging", presets: { all: { tools: [ping] } } })];
  const plain = await planBenchmark({ ...base(), subjects: [solo] });
  const tooled = await planBenchmark({ ...base(), subjects: [baselineSubject({ model, uses })] });
  expect(plain.withTools).toEqual([]);
  expect(tooled.withTools).toEqual(["single-generator"]);
  expect(tooled.costUsd!.high).toBeGreaterThan(plain.costUsd!.high);
});

test("what would be seen shares the chance of a false claim among all that are compared", async () => {
  const assumed = { ...assumedSpread, runsA: 3, runsB: 3 };
  const error = plannedStandardError(8, assumed);
  const one = await planBenchmark(base());
  expect(one).toMatchObject({ compared: 1, spread: "assumed" });
  expect(one.detectable).toBeCloseTo(
    minimumDetectableEffect(error, { alpha: 0.05, degreesOfFreedom: 7 })!,
    12,
  );
  const four = await planBenchmark({
    ...base(),
    subjects: [...["a", "b", "c", "d"].map(stated), solo],
  });
  expect(four.compared).toBe(4);
  expect(four.detectable).toBeCloseTo(
    minimumDetectableEffect(error, { alpha: 0.05 / 4, degreesOfFreedom: 7 })!,
    12,
  );
  expect(four.tasksForSmall).toBeGreaterThan(one.tasksForSmall);
});

test("without a baseline, and with too few tasks, nothing is promised", async () => {
  const none = await planBenchmark({ ...base(), subjects: [stated("a"), stated("b")] });
  expect(none).toMatchObject({ compared: 0, detectable: null });
  const few = await planBenchmark({ ...base(), tasks: tasksOf("a", "b", "c", "d", "e") });
  expect(few).toMatchObject({ compared: 1, detectable: null });
});

test("earlier cells of the planned subjects tell calls, cost, time and spread; others do not count", async () => {
  const store = createSqliteStore(":memory:");
  let told = 0;
  const mixed = answering(() => {
    told += 1;
    const good = (told * told) % 7 < 3 ? "met" : "unmet";
    const findings = ["c1", "c2"].map((criterion) => ({ criterion, evidence: "as seen", verdict: good }));
    return JSON.stringify({ findings });
  });
  const first = { ...base(), judgeResolver: mixed, concurrency: 1, store };
  await runBenchmark({ ...first, subjects: [stated("planner"), stated("other"), solo] });
  const forecast = await planBenchmark({ ...base(), store });
  expect(forecast).toMatchObject({ earlierCells: 48, guessed: [], spread: "earlier", withTools: [] });
  // The planner of these tests makes one call, whatever it states.
  expect(forecast.calls).toEqual({ min: 96, max: 96 });
  expect(forecast.durationMs).toBeGreaterThan(0);
  expect(forecast.detectable).not.toBe((await planBenchmark(base())).detectable);

  const more = await planBenchmark({ ...base(), store, subjects: [stated("new"), solo] });
  expect(more).toMatchObject({ earlierCells: 24, guessed: ["new"], spread: "assumed" });
  expect(more.calls).toEqual({ min: 48 + 24 * 3, max: 48 + 24 * 5 });
  await store.close();
});

test("scorers that ask models are in calls and cost, by what they say of themselves", async () => {
  const plain = await planBenchmark(base());
  const judging = judgeScorer({ criteria: "Is kind", model: "openai/gpt-5.4", repeats: 2 });
  const own = { name: "own", asksModels: true, score: () => ({ score: 1, passed: true }) };
  const scorers = [judging, own, custom("len", () => 1)];
  const asked = await planBenchmark({ ...base(), scorers });
  expect(asked.calls.min - plain.calls.min).toBe(48 * 3);
  expect(asked.calls.max - plain.calls.max).toBe(48 * 3);
  expect(asked.costUsd!.low).toBeGreaterThan(plain.costUsd!.low);
});

test("a first run with one run of each tells how scores spread", async () => {
  const store = createSqliteStore(":memory:");
  const modelResolver = answering(({ user, system }) => `${system}${user}`);
  const judgeResolver = answering(
    verdicts(({ user }) => !(user.includes("planner") && /number [123]/.test(user))),
  );
  const config = { ...base(), modelResolver, judgeResolver, runs: 1, store };
  const report = await runBenchmark(config);
  const plan = await planBenchmark(config);
  expect(plan.spread).toBe("earlier");
  const { standardError, degreesOfFreedom } = report.comparisons[0]!.paired!;
  expect(plan.detectable).toBeCloseTo(minimumDetectableEffect(standardError, { degreesOfFreedom })!, 6);
  await store.close();
});
