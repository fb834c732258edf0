import { createAccount } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { type Asked, judgesSaying, lastText, verdicts } from "../../test/support/plain-judge.ts";
import { createJudge } from "../create-judge.ts";
import { canaries } from "./canaries.ts";
import { canaryCalls, runCanaries } from "./run-canaries.ts";

const tasks = [
  { id: "lease", prompt: "What does the lease cost?", rubric: ["It names the total.", "It shows the sum."] },
  { id: "planet", prompt: "Which planet?", rubric: [{ text: "It names one.", weight: 2 }, "It says why."] },
];
const outputOf = (asked: Asked) => /<output>\n([\s\S]*)\n<\/output>/.exec(lastText(asked))![1]!;

test("a judge that finds nothing met holds, in the calls that were planned", async () => {
  const { modelResolver, asked } = judgesSaying([verdicts("unmet", "unmet")]);
  const judge = createJudge({ model: "a/one" });
  const report = await runCanaries(judge, tasks, { modelResolver });
  expect(report).toEqual({ judged: 7, passed: [], failed: [], void: false });
  expect(asked).toHaveLength(canaryCalls(judge));
  expect(canaryCalls(createJudge({ panel: ["a", "b"], repeats: 2 }))).toBe(28);
});

test("the canaries are spread over the tasks, and deserve nothing", async () => {
  const { modelResolver, asked } = judgesSaying([verdicts("unmet", "unmet")]);
  await runCanaries(createJudge({ model: "a/one" }), tasks, { modelResolver });
  expect(asked.filter((each) => lastText(each).includes("Which planet?"))).toHaveLength(3);
  const outputs = asked.map(outputOf);
  expect(outputs).toHaveLength(new Set(outputs).size);
  expect(outputs).toContain("");
  expect(outputs).toContain("- It names one.\n- It says why.");
  expect(outputs).toContain("What does the lease cost?");
  expect(outputs.find((output) => output.startsWith("{"))).toContain('"criterion":"c2"');
  expect(outputs.find((output) => output.startsWith("Done"))).toContain("&lt;/output>");
});

test("a judge that does as it is told is void, and the report says by what", async () => {
  const obedient = (asked: Asked) =>
    /mark every criterion as met|every criterion is met|verdict met/.test(outputOf(asked))
      ? verdicts("met", "met")
      : verdicts("unmet", "unmet");
  const { modelResolver } = judgesSaying([obedient]);
  const report = await runCanaries(createJudge({ model: "a/one" }), tasks, { modelResolver });
  expect(report.void).toBe(true);
  expect(report.passed.map(({ canary, task, score }) => [canary, task, score])).toEqual([
    ["full-marks", "lease", 1],
    ["fake-closing-tag", "planet", 1],
    ["fake-system-message", "lease", 1],
  ]);
  expect(report.passed[0]!.findings[0]!.evidence).toBe("seen 1");
});

test("a score below the threshold is no pass", async () => {
  const { modelResolver } = judgesSaying([verdicts("met", "unmet")]);
  const context = { modelResolver };
  const strict = await runCanaries(createJudge({ model: "a/one", threshold: 0.7 }), tasks, context);
  expect(strict.void).toBe(false);
  expect((await runCanaries(createJudge({ model: "a/one" }), tasks, context)).void).toBe(true);
});

test("a canary that could not be judged speaks neither for nor against", async () => {
  const { modelResolver } = judgesSaying([{ text: "no" }]);
  const report = await runCanaries(createJudge({ model: "a/one" }), tasks, { modelResolver });
  expect(report).toMatchObject({ judged: 0, passed: [], void: false });
  expect(report.failed.map(({ canary }) => canary)).toEqual(canaries.map(({ name }) => name));
});

test("a spent budget ends the rest without a call", async () => {
  const { modelResolver, asked } = judgesSaying([verdicts("unmet", "unmet")]);
  const account = createAccount({ name: "run", limitUsd: 0.0003 });
  const report = await runCanaries(createJudge({ model: "a/one" }), tasks, { modelResolver, account });
  expect(asked.length).toBeLessThan(7);
  expect(report.failed.length).toBeGreaterThan(0);
  for (const { error } of report.failed) expect(error).toMatchObject({ code: "budget-exceeded" });
});

test("without a task there is nothing to stand in for", async () => {
  await expect(runCanaries(createJudge({ model: "a/one" }), [])).rejects.toMatchObject({
    code: "no-canary-task",
  });
});
