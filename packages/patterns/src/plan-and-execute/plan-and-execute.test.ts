import { runBlock } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { planAndExecute } from "./plan-and-execute.ts";

async function run(work: readonly string[]) {
  const tasks = ["Weigh", "Pack", "Ship"].map((goal, at) => ({ id: `${at}`, goal, context: null, deps: [] }));
  const told: string[] = [];
  let open = 0;
  const modelResolver = (modelId: string, blockName = "") => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async ({ messages }: { messages: unknown[] }) => {
      if (blockName.endsWith("-planner")) return { structuredOutput: { tasks } };
      expect(open++).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open -= 1;
      told.push(JSON.stringify(messages));
      return { text: work[told.length - 1] ?? "All shipped" };
    },
  });
  const block = planAndExecute({ model: "plain/model" });
  return { result: await runBlock(block, { goal: "Sell plums" }, { modelResolver }), told };
}

test("steps run one at a time, each with what came before", async () => {
  const { result, told } = await run(["40 kilograms", "Two crates", "Off it goes"]);
  expect(result).toMatchObject({ ok: true, output: "All shipped", calls: 5 });
  expect(told[0]).not.toContain("<results-so-far>");
  expect(told[2]).toContain("40 kilograms");
  expect(told[2]).toContain("Two crates");
});

test("steps after one that came to nothing are told so and go on", async () => {
  const { result, told } = await run(["40 kilograms", "", "Off it goes"]);
  expect(result.ok).toBe(true);
  expect(told[2]).toContain("There is no result");
  expect(told[3]).toContain("<not-done>");
});

test("when every step came to nothing there is no answer", async () => {
  const { result } = await run(["", "", ""]);
  expect(result).toMatchObject({ ok: false, error: { code: "no-task-done" } });
  expect(!result.ok && result.error.message).toMatch(/^All 3 tasks of "plan-and-execute" failed/);
});
