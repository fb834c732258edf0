// A run goes on only with what it began with, as far as that can be known.
import { defineCapability, generator, sequencer } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { comparePatterns, custom, type RunBenchmarkConfig, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

const config = (): RunBenchmarkConfig => ({
  ...{ subjects: [subject("solo", "baseline")], tasks: tasksOf("a", "b") },
  ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5", runs: 2, concurrency: 1 },
  modelResolver: answering("something"),
  judgeResolver: answering(verdicts(() => true)),
});

/** The sequencer of the subject `solo` with this prompt. */
function prompted(prompt: string) {
  const say = generator({
    ...{ name: "solo-say", model: "openai/gpt-5.4-mini", prompt },
    user: (input: { prompt: string }) => input.prompt,
  });
  return sequencer({ name: "solo" }).step(say);
}

function stopping(after: number) {
  const stop = new AbortController();
  const modelResolver = answering(() => {
    if (modelResolver.asked.length >= after) stop.abort();
    return "something";
  });
  return { modelResolver, signal: stop.signal };
}

test.each<[string, Partial<RunBenchmarkConfig>, Partial<RunBenchmarkConfig>, boolean]>([
  ["the same scorer", { scorers: [custom("len", () => 0.2)] }, { scorers: [custom("len", () => 0.2)] }, true],
  [
    "another function",
    { scorers: [custom("len", () => 0.2)] },
    { scorers: [custom("len", () => 0.9)] },
    false,
  ],
  [
    "another threshold",
    { scorers: [custom("len", () => 1, { threshold: 0.2 })] },
    { scorers: [custom("len", () => 1, { threshold: 0.3 })] },
    false,
  ],
  [
    "another way to map tasks",
    {},
    {
      subjects: [{ ...subject("solo", "baseline"), mapTask: ({ prompt, id }) => ({ prompt: prompt + id }) }],
    },
    false,
  ],
  [
    "another prompt inside its sequencer",
    {},
    { subjects: [{ ...subject("solo", "baseline"), sequencer: prompted("You are quite solo.") }] },
    false,
  ],
  [
    "the same prompt, written again",
    {},
    { subjects: [{ ...subject("solo", "baseline"), sequencer: prompted("You are solo.") }] },
    true,
  ],
  [
    "another sequencer",
    {},
    { subjects: [{ ...subject("solo", "baseline"), sequencer: subject("other").sequencer }] },
    false,
  ],
])("%s", async (_what, before, after, same) => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark({ ...config(), ...before, store, ...stopping(2) });
  const second = await runBenchmark({ ...config(), ...after, store, resume: true });
  expect(second.runId === first.runId).toBe(same);
  expect(second.coverage.scored).toBe(4);
  await store.close();
});

test.each([
  ["category", { category: "c" }],
  ["family", { family: "f" }],
])("a task with another %s is run again, the others are not", async (_what, change) => {
  const store = createSqliteStore(":memory:");
  const first = await runBenchmark({ ...config(), store });
  const modelResolver = answering("something");
  const tasks = config().tasks.map((task, at) => (at === 0 ? { ...task, ...change } : task));
  const second = await runBenchmark({ ...config(), tasks, modelResolver, store, resume: true });
  expect(second.runId).toBe(first.runId);
  expect(modelResolver.asked).toHaveLength(2);
  expect(second.coverage).toMatchObject({ planned: 4, scored: 4 });
  await store.close();
});

test("other capabilities", async () => {
  const store = createSqliteStore(":memory:");
  const { subjects: _none, ...rest } = config();
  const uses = (context: string) => [defineCapability({ name: "words", presets: { all: { context } } })];
  const first = await comparePatterns({}, [], { ...rest, uses: uses("Be kind."), store, ...stopping(2) });
  const other = await comparePatterns({}, [], { ...rest, uses: uses("Be brief."), store, resume: true });
  expect(other.runId).not.toBe(first.runId);
  const same = await comparePatterns({}, [], { ...rest, uses: uses("Be kind."), store, resume: true });
  expect(same.runId).toBe(first.runId);
  await store.close();
});
