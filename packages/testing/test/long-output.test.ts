// An output of megabytes is not shown to the judge whole, and whoever reads the result is told.
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { reportOfRun, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

test("the judge sees its beginning and its end, is told so, and so are the cell and the report", async () => {
  const store = createSqliteStore(":memory:");
  const judgeResolver = answering(verdicts(() => true));
  const long = `It begins. ${"word ".repeat(600_000)} It ends.`;
  const report = await runBenchmark({
    ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("a", "b"), runs: 1, store, concurrency: 1 },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5", judgeResolver },
    modelResolver: answering(({ user }) => (user.includes("1") ? long : "short")),
  });
  const [request = ""] = judgeResolver.asked
    .map(({ user }) => user)
    .filter((user) => user.includes("It begins."));
  expect(request.length).toBeLessThan(270_000);
  expect(request).toMatch(/It ends\.\n<\/output>/);
  expect(request).toContain(
    "It was too long, so that only the first and the last 128 KB of the output of 2,930 KB are shown.",
  );
  const kept = await reportOfRun(store, (await store.findRun("last"))!);
  for (const { results, warnings } of [report, kept]) {
    expect(results.map(({ judgeLeftOut }) => judgeLeftOut !== undefined)).toEqual([true, false]);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^The judge was shown only the beginning and the end of the output of 1 cell, /),
    );
  }
  // What is kept is whole.
  expect(report.results[0]!.output).toBe(long);
  await store.close();
});
