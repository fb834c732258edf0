// `expected` is whatever a scorer can use: a task with a value that JSON cannot write runs, is judged and goes on like
// any other.
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const holder: Record<string, unknown> = {};
holder.self = holder;

function run(expected: unknown, store = createSqliteStore(":memory:")) {
  const modelResolver = answering("yes");
  const scorers = [
    {
      name: "fits",
      score: ({ output, expected: wanted }: { output: unknown; expected?: unknown }) => {
        const fits = wanted instanceof RegExp && wanted.test(String(output));
        return { score: fits ? 1 : 0, passed: fits };
      },
    },
  ];
  const report = runBenchmark({
    ...{
      subjects: [subject("solo", "baseline")],
      model: "openai/gpt-5.4-mini",
      runs: 1,
      store,
      resume: true,
    },
    ...{ judgeModel: "anthropic/claude-haiku-4-5", judgeResolver: answering(verdicts(() => true)) },
    tasks: tasksOf("reasoning").map((task) => ({ ...task, rubric: [], expected, metadata: { expected } })),
    ...{ modelResolver, scorers },
  });
  return { report, modelResolver };
}

test.each([
  ["a big number", 10n],
  ["a circle", holder],
  ["a function", () => 1],
  ["no number", Number.NaN],
])("%s", async (_, expected) => {
  expect((await run(expected).report).coverage).toMatchObject({ scored: 1 });
});

test("a pattern that changed is seen when the run goes on", async () => {
  const store = createSqliteStore(":memory:");
  const first = await run(/no/, store).report;
  const again = run(/no/, store);
  const second = await again.report;
  const changed = await run(/yes/, store).report;
  expect([first, second, changed].map(({ results }) => results[0]!.score)).toEqual([0, 0, 1]);
  expect(again.modelResolver.asked).toHaveLength(0);
});
