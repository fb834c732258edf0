// Scorers that compare, on tasks that have nothing to compare with.
import { expect, test } from "vitest";
import { closeTo, custom, runBenchmark } from "../src/index.ts";
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

test("without a rubric a scorer that broke leaves the cell without a score: the others alone would make it look better", async () => {
  const parses = custom("parses", ({ output }) => (JSON.parse(String(output)) as { n: number }).n === 7);
  const says = custom("says", ({ output }) => String(output).includes("n"));
  const answers: Record<string, string> = { sloppy: "n is 8", wrong: '{"n":8}' };
  const { results, comparisons } = await runBenchmark({
    ...{ ...config, subjects: [subject("sloppy"), subject("wrong", "baseline")], scorers: [parses, says] },
    tasks: [{ ...first!, rubric: [] }],
    modelResolver: answering(({ system }) => answers[system.includes("sloppy") ? "sloppy" : "wrong"]!),
  });
  expect(results).toMatchObject([
    { subject: "wrong", outcome: "failed", score: 0.5 },
    {
      ...{ subject: "sloppy", outcome: "unscored", codeScores: { says: 1 } },
      error: { message: expect.stringMatching(/^Not every scorer gave a score. parses: Unexpected token/) },
    },
  ]);
  expect(comparisons[0]).toMatchObject({ tasks: 0, delta: 0 });
});

test("without a rubric one that compares is not missed where the task has no reference", async () => {
  const says = custom("says", () => 0.5);
  const { results } = await runBenchmark({
    ...{ ...config, scorers: [closeTo(), says] },
    tasks: [{ ...first!, rubric: [] }],
  });
  expect(results).toMatchObject([{ outcome: "passed", score: 0.5 }]);
});
