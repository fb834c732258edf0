import { cascadeAdapter } from "@flow-state-dev/patterns";
import { createSqliteStore } from "@flow-state-dev/records";
import { comparePatterns } from "@flow-state-dev/testing";
import { expect, test } from "vitest";

test("a cascade in a benchmark asks its cheap model first, and the dear one when unsure", async () => {
  const store = createSqliteStore(":memory:");
  const registry = { cascade: cascadeAdapter({ cheapModel: "sim/weak" }) };
  const report = await comparePatterns(registry, ["cascade"], {
    tasks: Array.from({ length: 6 }, (_, n) => ({
      ...{ id: `t${n}`, category: "reasoning", prompt: `What is ${n} + ${n}?`, rubric: ["Is right"] },
    })),
    ...{ model: "sim/strong", judgeModel: "sim/judge", store, runs: 2, concurrency: 8 },
  });
  const models = new Set<string>();
  for await (const { subject, payer, modelId } of store.calls(report.runId!)) {
    if (payer === "subject") models.add(`${subject} ${modelId}`);
  }
  expect(models).toContain("cascade sim/weak");
  expect([...models]).toContain("single-generator sim/strong");
  expect(models).not.toContain("single-generator sim/weak");
  await store.close();
});
