// Scorers that compare, on tasks that have nothing to compare with.
import { expect, test } from "vitest";
import { closeTo, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const config = {
  ...{ subjects: [subject("solo", "baseline")], model: "openai/gpt-5.4-mini", runs: 1 },
  ...{ judgeModel: "anthropic/claude-haiku-4-5", scorers: [closeTo()] },
  modelResolver: answering("7"),
  judgeResolver: answering(verdicts(() => true)),
};
const [first, second] = tasksOf("reasoning", "writing");

test("a task without a reference is not scored by them, and where others have one nothing is said", async () => {
  const { results, warnings } = await runBenchmark({
    ...config,
    tasks: [{ ...first!, expected: 7 }, second!],
  });
  expect(warnings).toEqual([]);
  expect(results).toMatchObject([{ codeScores: { closeTo: 1 } }, { score: 1 }]);
  expect(results[1]!.codeScores).toBeUndefined();
  expect(results.map(({ scorerErrors }) => scorerErrors)).toEqual([undefined, undefined]);
});

test("where no task has one, or nothing else could score the task, it is told", async () => {
  const errors = { scorerErrors: { closeTo: expect.stringContaining("no expected") } };
  const none = await runBenchmark({ ...config, tasks: [first!] });
  expect(none.results).toMatchObject([errors]);
  expect(none.warnings).toEqual([
    expect.stringMatching(/^Scorer closeTo gave no score on 1 of 1 cell: .*no expected/),
  ]);
  const alone = await runBenchmark({
    ...config,
    tasks: [
      { ...first!, expected: 7 },
      { ...second!, rubric: [] },
    ],
  });
  expect(alone.results[1]).toMatchObject({ outcome: "unscored", ...errors });
});
