// A key that a provider refuses is no fault of any subject, and no reason to ask it a hundred times.
import { createModelResolver } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { startWireServer } from "../../core/test/wire/start-wire-server.ts";
import type { WireReply } from "../../core/test/wire/wire.ts";
import {
  allOf,
  baselineSubject,
  contains,
  judgeScorer,
  renderScorecard,
  runBenchmark,
} from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const refusal: WireReply = { type: "refusal", status: 401, message: "Who are you?" };
const tasks = tasksOf(...Array.from({ length: 12 }, () => "reasoning"));

test("the judge's key: three cells are paid for, and the run stops with what to do", async () => {
  await using server = await startWireServer({ reply: refusal });
  const modelResolver = answering("something");
  const report = await runBenchmark({
    ...{ subjects: [subject("solo", "baseline")], tasks, modelResolver, concurrency: 1, runs: 2 },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5" },
    judgeResolver: createModelResolver({ env: server.env }),
  });
  expect(modelResolver.asked).toHaveLength(3);
  expect(server.requests).toHaveLength(3);
  expect(report.coverage).toMatchObject({
    planned: 24,
    scored: 0,
    missing: { infrastructure: 3, untried: 21 },
  });
  const { host } = new URL(server.url);
  const told = `${host} does not accept the key in ANTHROPIC_API_KEY for anthropic/claude-haiku-4-5 (HTTP 401: Who are you?)`;
  expect(report.warnings).toEqual([
    expect.stringContaining(`3 cells of anthropic in a row failed for the setup`),
  ]);
  expect(report.warnings[0]).toContain(told);
  expect(renderScorecard(report, "table")).toContain(told);
});

test("the judge's key, when the judge is checked first: nothing is spent on subjects", async () => {
  await using server = await startWireServer({ reply: refusal });
  const modelResolver = answering("something");
  const run = runBenchmark({
    ...{ subjects: [subject("solo", "baseline")], tasks, modelResolver, judge: { canaries: true } },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5" },
    judgeResolver: createModelResolver({ env: server.env }),
  });
  await expect(run).rejects.toMatchObject({ code: "refused-key", statusCode: 401 });
  expect(modelResolver.asked).toEqual([]);
});

test("that of a scorer which alone gives the scores: the run stops, and goes on with what it has paid for", async () => {
  await using server = await startWireServer({ reply: refusal });
  const store = createSqliteStore(":memory:");
  const modelResolver = answering("something");
  const polite = judgeScorer({ criteria: "Is polite", model: "anthropic/claude-haiku-4-5" });
  const config = {
    ...{ subjects: [subject("solo", "baseline")], modelResolver, concurrency: 1, runs: 2, store },
    ...{ tasks: tasks.map((task) => ({ ...task, rubric: [] })), model: "openai/gpt-5.4-mini" },
    scorers: [allOf(polite, contains("some"))],
  };
  const judgeResolver = createModelResolver({ env: server.env });
  const report = await runBenchmark({ ...config, judgeResolver });
  expect(modelResolver.asked).toHaveLength(3);
  expect(report.coverage).toMatchObject({ scored: 0, missing: { infrastructure: 3, untried: 21 } });
  expect(report.warnings.join("\n")).toContain("3 cells of anthropic in a row failed for the setup");
  const sound = answering(verdicts(() => true));
  const whole = await runBenchmark({ ...config, judgeResolver: sound, resume: true });
  expect(whole.coverage.scored).toBe(24);
  expect(modelResolver.asked).toHaveLength(24);
  await store.close();
});

test("a baseline's key: the run stops, though the other subjects have scores", async () => {
  await using server = await startWireServer({ reply: refusal });
  const real = createModelResolver({ env: server.env });
  const plain = answering("something");
  const report = await runBenchmark({
    subjects: [subject("planner"), baselineSubject({ model: "anthropic/claude-haiku-4-5", name: "pure" })],
    ...{ tasks, model: "openai/gpt-5.4-mini", judgeModel: "openai/gpt-5.4", runs: 1, concurrency: 1 },
    modelResolver: (id, block) => (id.startsWith("anthropic/") ? real(id, block) : plain(id, block)),
    judgeResolver: answering(verdicts(() => true)),
  });
  expect(server.requests).toHaveLength(3);
  expect(report.coverage.scored).toBeGreaterThan(0);
  expect(report.coverage.scored).toBeLessThan(12);
  expect(report.warnings.join("\n")).toContain("3 cells of anthropic in a row failed for the setup");
});

test("a page of a proxy costs no subject its score, and is tried again", async () => {
  const page: WireReply = { type: "garbage", body: "<html>Log in</html>", contentType: "text/html" };
  const answer: WireReply = { type: "answer", text: ["Eight"], usage: { input: 10, output: 2 } };
  await using server = await startWireServer({ reply: [page, answer] });
  const report = await runBenchmark({
    subjects: [baselineSubject({ model: "anthropic/claude-haiku-4-5" })],
    ...{
      tasks: tasks.slice(0, 1),
      model: "anthropic/claude-haiku-4-5",
      judgeModel: "openai/gpt-5.4",
      runs: 1,
    },
    modelResolver: createModelResolver({ env: server.env }),
    judgeResolver: answering(verdicts(() => true)),
    limits: { backoffBaseMs: 1 },
  });
  expect(server.requests).toHaveLength(2);
  expect(report.results).toMatchObject([{ outcome: "passed", score: 1, output: "Eight" }]);
});
