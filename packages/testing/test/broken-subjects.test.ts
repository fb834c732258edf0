// What a subject did and spent before it broke, or was cut off, can be looked at.
import { handler, sequencer } from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { type RunBenchmarkConfig, runBenchmark } from "../src/index.ts";
import { answering, subject, tasksOf, verdicts } from "./support/plain-models.ts";

/** Asks its model, and then does this. */
function subjectThat(execute: () => unknown) {
  const asking = subject("planner");
  const then = handler({ name: "then", execute });
  return { ...asking, sequencer: sequencer({ name: "p" }).step(asking.sequencer).step(then) };
}

/** The last attempt at the only cell, with its transcript. */
async function attemptOf(execute: () => unknown, more: Partial<RunBenchmarkConfig> = {}) {
  const store = createSqliteStore(":memory:");
  await runBenchmark({
    ...{ subjects: [subjectThat(execute)], tasks: tasksOf("a"), runs: 1, store },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5" },
    ...{ modelResolver: answering("Forty-two."), judgeResolver: answering(verdicts(() => true)) },
    ...{ limits: { maxAttempts: 1 }, ...more },
  });
  const { id } = (await store.findRun("last"))!;
  const cell = { subject: "planner", task: "t1", run: 0 };
  const attempt = (await store.attempts(id, cell)).at(-1)!;
  const kept = await store.artifact(id, cell, attempt.attempt, "transcript");
  return { attempt, transcript: String(kept?.content ?? "") };
}

const breaks = (error: Error) => () => {
  throw error;
};

test.each([
  ["broke", new Error("It broke."), "errored"],
  [
    "met an outage",
    Object.assign(new Error("Busy."), { statusCode: 503, isRetryable: true }),
    "infrastructure",
  ],
])("the transcript of a subject that %s is kept", async (_, error, kind) => {
  const { attempt, transcript } = await attemptOf(breaks(error));
  expect(attempt).toMatchObject({
    outcome: { kind, error: { message: expect.stringContaining(error.message) } },
    evidence: { error: { message: expect.stringContaining(error.message) } },
  });
  expect(transcript).toContain("Forty-two.");
});

test("so is that of one that was cut off", async () => {
  const stop = new AbortController();
  const { attempt, transcript } = await attemptOf(
    () => {
      stop.abort();
      return new Promise(() => {});
    },
    { signal: stop.signal },
  );
  expect(attempt).toMatchObject({ outcome: { kind: "cancelled" } });
  expect(transcript).toContain("Forty-two.");
});

/** Asks a model that fails so, tells nothing of it, and does this. */
async function outcomeOfSwallowed(
  failure: unknown,
  then: "breaks" | "asks again and breaks" | "gives nothing" | "asks again and gives nothing" | "makes do",
) {
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Well?" }] }];
  let failing = true;
  const modelResolver = answering(() => {
    if (failing) throw failure;
    return "Forty-two.";
  });
  const own = handler({
    name: "own",
    execute: async (_input: unknown, { resolveModel }): Promise<string> => {
      const model = resolveModel("openai/gpt-5.4-mini");
      await Promise.resolve(model.doGenerate({ prompt })).catch(() => {});
      failing = false;
      if (then.startsWith("asks again")) await model.doGenerate({ prompt });
      failing = true;
      if (then.endsWith("gives nothing")) return " \n";
      if (then === "makes do") return "I do not know.";
      throw new Error("No answer could be had.");
    },
  });
  const store = createSqliteStore(":memory:");
  const planner = { ...subject("planner"), sequencer: sequencer({ name: "p" }).step(own) };
  await runBenchmark({
    ...{ subjects: [planner], tasks: tasksOf("a"), runs: 1, store, modelResolver },
    ...{ model: "openai/gpt-5.4-mini", judgeModel: "anthropic/claude-haiku-4-5" },
    ...{ judgeResolver: answering(verdicts(() => false)), limits: { maxAttempts: 1 } },
  });
  const { id } = (await store.findRun("last"))!;
  return (await store.cell(id, { subject: "planner", task: "t1", run: 0 }))!.outcome;
}

test.each([
  ["an outage", Object.assign(new Error("Overloaded."), { statusCode: 503 }), "infrastructure"],
  ["a refused key", Object.assign(new Error("Who are you?"), { statusCode: 401 }), "infrastructure"],
  [
    "a request of its own that is wrong",
    Object.assign(new Error("Too long."), { statusCode: 400 }),
    "errored",
  ],
])(
  "a subject that breaks on %s and tells nothing of it is judged by its last call",
  async (_, error, kind) => {
    expect(await outcomeOfSwallowed(error, "breaks")).toMatchObject({
      kind,
      error: { message: expect.stringMatching(/^No answer could be had\./) },
    });
  },
);

test("one whose last call was answered has broken by itself", async () => {
  const error = Object.assign(new Error("Overloaded."), { statusCode: 503 });
  expect(await outcomeOfSwallowed(error, "asks again and breaks")).toEqual({
    kind: "errored",
    error: expect.objectContaining({ message: "No answer could be had." }),
  });
});

test.each([
  ["an outage", Object.assign(new Error("Overloaded."), { statusCode: 503 })],
  ["a refused key", Object.assign(new Error("Who are you?"), { statusCode: 401 })],
])(
  "an output of nothing after %s, as a stream of text ends then, is no answer to judge",
  async (_, error) => {
    expect(await outcomeOfSwallowed(error, "gives nothing")).toMatchObject({
      kind: "infrastructure",
      error: { message: `The subject gave nothing. Its last call failed: ${error.message}` },
    });
  },
);

test.each([
  ["after a request of its own that is wrong", 400, "gives nothing"],
  ["when its last call was answered", 503, "asks again and gives nothing"],
  ["that it made do with", 503, "makes do"],
] as const)("an output %s is judged", async (_, statusCode, then) => {
  const error = Object.assign(new Error("No."), { statusCode });
  expect(await outcomeOfSwallowed(error, then)).toMatchObject({ kind: "failed" });
});
