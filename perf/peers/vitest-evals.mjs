// The workload for vitest-evals.
import { expect } from "vitest";
import { createHarness, createJudge, describeEval } from "vitest-evals";
import { answer, cells, expected, question } from "./workload.mjs";

const harness = createHarness({
  name: "workload",
  run: async ({ input }) => {
    const output = await answer(input.question);
    const events = [
      { type: "message", role: "user", content: input.question },
      { type: "message", role: "assistant", content: output },
    ];
    return { output, events };
  },
});
const exact = createJudge("exact", ({ input, output }) => ({ score: output === input.expected ? 1 : 0 }));

describeEval("workload", { harness, judges: [exact], judgeThreshold: 1 }, (it) => {
  for (let at = 0; at < cells; at++) {
    it.concurrent(`cell ${at}`, async ({ run }) => {
      const { output } = await run({ question: question(at), expected: expected(at) });
      expect(output).toBe(expected(at));
    });
  }
});
