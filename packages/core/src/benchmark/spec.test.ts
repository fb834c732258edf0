import { expect, test } from "vitest";
import { runBlock } from "../blocks/run-block.ts";
import { registry, subject, task } from "./spec.test-d.ts";

test("a subject written to the published contract runs", async () => {
  const seen: unknown[] = [];
  const modelResolver = (modelId: string) => ({
    modelId,
    price: { input: 1, output: 1 },
    generate: async ({ messages }: { messages: unknown[] }) => {
      seen.push(messages.at(-1));
      return { text: `answer ${seen.length}` };
    },
  });
  const result = await runBlock(subject.sequencer, subject.mapTask(task), { modelResolver });
  expect(result).toMatchObject({ ok: true, output: "answer 2", calls: 2 });
  expect(seen[0]).toMatchObject({ role: "user", content: "How many apples are left?" });
  expect(Object.keys(registry)).toEqual(["two-step"]);
});
