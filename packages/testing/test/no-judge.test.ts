// A benchmark in which no task has a criterion has no judge: none is looked for, paid, held back or named.
import { createSqliteStore } from "@flow-state-dev/records";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkBenchmark, planBenchmark, renderScorecard, reportOfRun, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf } from "./support/plain-models.ts";

const judgeModel = "anthropic/claude-haiku-4-5";
/** Has neither a price nor a provider. */
const nobody = "nobody/has-this";

const config = () => ({
  ...{
    subjects: [subject("solo", "baseline")],
    model: "openai/gpt-5.4-mini",
    judgeModel,
    runs: 1,
    maxCostUsd: 1,
  },
  tasks: tasksOf("a", "b").map((task) => ({ ...task, rubric: [] })),
  scorers: [{ name: "half", score: () => ({ score: 0.5, passed: true }) }],
  modelResolver: answering("something"),
});

beforeEach(() => vi.stubEnv("ANTHROPIC_API_KEY", undefined));
afterEach(() => vi.unstubAllEnvs());

test("neither a key nor a price of the judge is asked for, before a run and for a plan", async () => {
  for (const change of [{}, { judgeModel: nobody }, { judge: { panel: [judgeModel, nobody] } }]) {
    checkBenchmark({ ...config(), ...change });
    const forecast = await planBenchmark({ ...config(), ...change });
    expect(forecast).toMatchObject({ calls: { min: 2, max: 2 }, unpriced: [] });
    expect((await runBenchmark({ ...config(), ...change })).coverage.scored).toBe(2);
  }
});

test("the judge is not checked, and no record nor scorecard names it", async () => {
  const store = createSqliteStore(":memory:");
  const judge = {
    canaries: true,
    golden: [{ prompt: "Say yes.", rubric: ["Says yes"], output: "yes", labels: [true] }],
  };
  const judgeResolver = answering("{}");
  const report = await runBenchmark({ ...config(), judge, judgeResolver, store });
  expect(judgeResolver.asked).toEqual([]);
  expect(report.judge).toMatchObject({ models: [], canaries: null, golden: null });
  const kinds: string[] = [];
  for await (const { manifest } of store.runs()) {
    kinds.push(manifest.kind);
    expect(JSON.stringify([manifest.models, manifest.conditions])).not.toContain(judgeModel);
  }
  expect(kinds).toEqual(["compare"]);
  const again = await reportOfRun(store, (await store.findRun("last"))!);
  for (const each of [report, again]) {
    expect(each).not.toHaveProperty("judgeModel");
    for (const format of ["table", "markdown"] as const)
      expect(renderScorecard(each, format)).not.toMatch(/judged|haiku/);
    expect(renderScorecard(each, "json")).not.toContain("haiku");
  }
  // What is planned next is looked for among runs without a judge.
  const forecast = await planBenchmark({ ...config(), store });
  expect(forecast).toMatchObject({ earlierCells: 2, calls: { min: 2, max: 2 } });
  await store.close();
});

test("one criterion of one task is enough to need a judge", () => {
  const [first, second] = config().tasks;
  const tasks = [first!, { ...second!, rubric: ["Says something"] }];
  expect(() => checkBenchmark({ ...config(), tasks })).toThrow("ANTHROPIC_API_KEY");
});
