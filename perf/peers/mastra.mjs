// Mastra's `runEvals` on a workflow of one step, with one scorer; it keeps nothing.
import { createScorer, runEvals } from "@mastra/core/evals";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import { z } from "zod";
import { answer, cells, concurrency, expected, question } from "./workload.mjs";

const schemas = {
  inputSchema: z.object({ question: z.string() }),
  outputSchema: z.object({ answer: z.string() }),
};
const step = createStep({
  id: "answer",
  ...schemas,
  execute: async ({ inputData }) => ({ answer: await answer(inputData.question) }),
});
const target = createWorkflow({ id: "workload", ...schemas })
  .then(step)
  .commit();
let passed = 0;
const exact = createScorer({ id: "exact", description: "The answer is the expected one" }).generateScore(
  ({ run }) => (run.output.answer === run.groundTruth ? 1 : 0),
);
await runEvals({
  target,
  data: Array.from({ length: cells }, (_, at) => ({
    input: { question: question(at) },
    groundTruth: expected(at),
  })),
  scorers: { workflow: [exact] },
  concurrency,
  onItemComplete: ({ scorerResults }) => {
    passed += scorerResults.workflow?.exact?.score ?? scorerResults.exact?.score ?? 0;
  },
});
console.log(`passed ${passed}`);
process.exit(0);
