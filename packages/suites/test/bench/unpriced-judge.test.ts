import { expect, test } from "vitest";
import { openBench } from "./support.ts";

/** A judge that nobody knows the price of, and that finds everything met. */
const judge = {
  modelId: "acme/judge",
  async generate() {
    const findings = [{ criterion: "c1", evidence: "seen", verdict: "met" }];
    const usage = { promptTokens: 10, completionTokens: 5, totalTokens: 15 };
    return { text: JSON.stringify({ findings }), usage };
  },
};

test("what a judge costs that has no price is not known; what its agent costs is", async () => {
  await using bench = await openBench();
  const agent = `command:echo '{"tokens":{"input":7,"output":3},"cost":0.01}' > "$X_USAGE"`;
  const more = { judgeModel: judge.modelId, modelResolver: () => judge, limits: { allowUnpriced: true } };
  const { cost, runs } = await bench.run({ expect: ["judge:it is short"] }, agent, more);
  expect(runs[0]).toMatchObject({ cost: 0.01, judgeCost: 0, unknownCalls: 1 });
  expect(cost).toBe(0.01);
});
