import { runBlock } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { supervisor } from "./supervisor.ts";

type Answers = Readonly<Record<string, readonly (object | string)[]>>;

/** Runs a supervisor whose blocks answer in turn what is listed for them, and gives what each was told. */
async function supervise(answers: Answers, options: object = {}) {
  const told: Record<string, string[]> = {};
  const modelResolver = (modelId: string, blockName = "") => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async ({ messages }: { messages: unknown[] }) => {
      const part = blockName.replace("boss-", "");
      told[part] ??= [];
      const asked = told[part];
      asked.push(String((messages.at(-1) as { content: string }).content));
      const answer = answers[part]?.[asked.length - 1] ?? `${part} ${asked.length}`;
      return typeof answer === "string" ? { text: answer } : { structuredOutput: answer };
    },
  });
  const block = supervisor({ name: "boss", model: "plain/model", ...options });
  const result = await runBlock(block, { goal: "Feed the gulls" }, { modelResolver });
  return { result, told };
}

const one = { tasks: [{ id: "a", goal: "Find bread", context: null, deps: [] }] };
const approve = { feedback: "", decision: "approve" };
const reject = { feedback: "Stale", decision: "reject" };

test("work that was never approved reaches the answer, marked as such", async () => {
  const { result, told } = await supervise(
    { planner: [one], reviewer: [reject, reject] },
    { maxAttemptsPerTask: 2 },
  );
  expect(result).toMatchObject({ ok: true, output: "synthesizer 1", calls: 6 });
  const [asked] = told.synthesizer!;
  expect(asked).toContain("<not-approved>");
  expect(asked).toContain("worker 2");
  expect(asked).not.toContain("<outputs>");
});

test("approved work comes without a mark", async () => {
  const { told } = await supervise({ planner: [one], reviewer: [approve] });
  expect(told.synthesizer![0]).toContain("<outputs>");
  expect(told.synthesizer![0]).not.toContain("<not-approved>");
});

test("an attempt that comes to nothing is made again, without a review of nothing", async () => {
  const { result, told } = await supervise({ planner: [one], worker: ["", "Bread"], reviewer: [approve] });
  expect(result).toMatchObject({ ok: true, calls: 5 });
  expect(told.reviewer).toHaveLength(1);
  expect(told.worker![1]).toContain("came to nothing");
});

test("after an empty attempt the one before it still counts, with its feedback", async () => {
  const { result, told } = await supervise({
    planner: [one],
    worker: ["Old bread", "", ""],
    reviewer: [reject],
  });
  expect(result.ok).toBe(true);
  for (const asked of told.worker!.slice(1)) {
    expect(asked).toContain("Old bread");
    expect(asked).toContain("Stale");
  }
  expect(told.synthesizer![0]).toContain("Old bread");
});

test("a reviewer that cannot be understood costs the approval, not the work", async () => {
  const { result, told } = await supervise({ planner: [one], reviewer: ["Hm.", "Hm, hm."] });
  expect(result.ok).toBe(true);
  expect(told.worker).toHaveLength(1);
  expect(told.synthesizer![0]).toContain("<not-approved>");
});

test("what a reviewer finds wrong is told also when it comes as a list", async () => {
  const listed = { feedback: ["Stale", "Too little"], decision: "reject" };
  const { told } = await supervise({ planner: [one], reviewer: [listed, approve] });
  expect(told.worker![1]).toContain("<review-feedback>\nStale\nToo little\n</review-feedback>");
});

test("a task whose need failed is told so and done all the same", async () => {
  const two = { tasks: [...one.tasks, { id: "b", goal: "Throw it", context: null, deps: ["a"] }] };
  const { result, told } = await supervise({
    planner: [two],
    worker: ["", "", "", "Thrown"],
    reviewer: [approve],
  });
  expect(result.ok).toBe(true);
  expect(told.worker![3]).toContain("Find bread");
  expect(told.worker![3]).toContain("There is no result");
  expect(told.synthesizer![0]).toContain("<not-done>\n<not-done-item-1>\nFind bread");
});

test("when every task failed there is no answer", async () => {
  const { result, told } = await supervise({ planner: [one], worker: ["", "", ""] });
  expect(result).toMatchObject({ ok: false, error: { code: "no-task-done" } });
  expect(told.synthesizer).toBeUndefined();
});

test("no more tasks run at once than allowed", async () => {
  const ids = ["a", "b", "c", "d", "e"];
  const plan = { tasks: ids.map((id) => ({ id, goal: `Part ${id}`, context: null, deps: [] })) };
  let open = 0;
  let most = 0;
  const modelResolver = (modelId: string, blockName = "") => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async () => {
      if (blockName.endsWith("planner")) return { structuredOutput: plan };
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 2));
      open -= 1;
      return blockName.endsWith("reviewer") ? { structuredOutput: approve } : { text: "Done" };
    },
  });
  const block = supervisor({ model: "plain/model", maxConcurrency: 2 });
  const result = await runBlock(block, { goal: "Feed the gulls" }, { modelResolver });
  expect(result).toMatchObject({ ok: true, calls: 12 });
  expect(most).toBe(2);
});

test.each([{ maxTasks: 0 }, { maxAttemptsPerTask: 1.5 }, { maxConcurrency: -1 }])(
  "%j makes no sense",
  (options) => {
    expect(() => supervisor({ model: "plain/model", ...options })).toThrow(/has to be a whole number from 1/);
  },
);
