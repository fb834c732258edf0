import { runBlock } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { parallelTasks } from "./parallel-tasks.ts";

const tasks = ["a", "b", "c", "d", "e"].map((id, at, ids) => {
  return { id, goal: `Part ${id}`, context: null, deps: ids.slice(0, at) };
});

/** Runs five tasks and gives the most that were open at once, and what the last call was told. */
async function run(maxConcurrency?: number) {
  let open = 0;
  let most = 0;
  let last = "";
  const modelResolver = (modelId: string, blockName = "") => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async ({ messages }: { messages: unknown[] }) => {
      last = JSON.stringify(messages);
      if (blockName.endsWith("-planner")) return { structuredOutput: { tasks } };
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 2));
      open -= 1;
      return { text: `Done by ${blockName}` };
    },
  });
  const block = parallelTasks({ model: "plain/model", ...(maxConcurrency && { maxConcurrency }) });
  const result = await runBlock(block, { goal: "All of it" }, { modelResolver });
  return { result, most, last };
}

test("three tasks run at once, whatever the plan says they need of each other", async () => {
  const { result, most } = await run();
  expect(result).toMatchObject({ ok: true, output: "Done by parallel-tasks-synthesizer", calls: 7 });
  expect(most).toBe(3);
});

test("as many as allowed run at once, and results stay in the order of the plan", async () => {
  const { most, last } = await run(5);
  expect(most).toBe(5);
  expect(last).toMatch(/Part a.*Part b.*Part c.*Part d.*Part e/);
});
