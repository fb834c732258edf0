// Tasks in families: whoever reads a run comes to the same verdict.
import { generator, type ModelResolver, sequencer } from "@flow-state-dev/core";
import { compareRuns, createSqliteStore, findRun } from "@flow-state-dev/records";
import { custom, reportOfRun, runBenchmark } from "@flow-state-dev/testing";
import { expect, test } from "vitest";
import { readRunRow } from "../src/runs/run-row.ts";
import { gridOfRun } from "../src/view/grid-of-run.ts";
import { scoreOfRun } from "../src/view/score-of-run.ts";
import { taskFacts } from "../src/view/task-facts.ts";
import { viewOfBenchmark } from "../src/view/view-of-benchmark.ts";

const modelResolver: ModelResolver = (modelId) => ({
  modelId,
  generate: async ({ messages }) => ({
    text: JSON.stringify(messages),
    usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 },
  }),
});

function subject(name: string, kind: "pattern" | "baseline") {
  const say = generator({
    ...{ name: `${name}-say`, model: "openai/gpt-5.4-mini", prompt: `You are ${name}.` },
    user: (input: { prompt: string }) => input.prompt,
  });
  const mapTask = ({ prompt }: { prompt: string }) => ({ prompt });
  return { name, kind, sequencer: sequencer({ name }).step(say), mapTask };
}

test("the report, the list of runs, x diff and the page go by families alike", async () => {
  const store = createSqliteStore(":memory:");
  const gains = [0.3, 0.25, -0.1, 0.05, 0.2, 0.3, 0.1, 0.1, -0.05, 0, 0.2, 0.15, 0.3, 0.1, 0, 0.1];
  const first = await runBenchmark({
    ...{ subjects: [subject("solo", "baseline"), subject("pair", "pattern")], runs: 1, store },
    tasks: gains.map((gain, at) => ({
      ...{ id: `t${at}`, category: "reasoning", prompt: `number ${at}`, rubric: [], expected: gain },
      family: `f${at >> 1}`,
    })),
    ...{ model: "openai/gpt-5.4-mini", modelResolver },
    scorers: [
      custom("gain", ({ output, expected }) =>
        String(output).includes("You are pair") ? 0.5 + Number(expected) : 0.5,
      ),
    ],
  });
  const [told] = first.comparisons;
  expect(told).toMatchObject({ tasks: 16, families: 8 });
  expect(told!.paired!.degreesOfFreedom).toBe(7);

  const run = await findRun(store, "last");
  const shown = await reportOfRun(store, run);
  expect(shown.comparisons).toEqual(first.comparisons);

  const { subjects } = await compareRuns(store, run, run, { subjects: { a: "solo", b: "pair" } });
  const [differing] = subjects;
  expect(differing).toMatchObject({ tasks: 16, families: 8, verdict: told!.verdict });
  expect(differing!.paired!.p).toBeCloseTo(told!.paired!.p, 9);
  expect(differing!.permutation!.p).toBe(told!.permutation!.p);
  expect(differing!.detectable).toBeCloseTo(told!.detectable!, 9);

  const [, pair] = first.summaries;
  const row = await readRunRow(store, run);
  const score = await scoreOfRun(store, run);
  const view = await viewOfBenchmark(store, run, {} as never);
  for (const interval of [
    row.best!.interval,
    score!.interval,
    differing!.b.interval,
    view.subjects.find(({ name }) => name === "pair")!.interval,
  ])
    expect(interval!.map((end) => end.toFixed(9))).toEqual(pair!.interval!.map((end) => end.toFixed(9)));
  expect(await gridOfRun(store, run, taskFacts(run.manifest))).toMatchObject({ families: 8 });
  await store.close();
});
