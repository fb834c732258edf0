// The workload as a benchmark of this project: the baseline on a model that answers from the workload, one scorer.
import { baselineSubject, exactMatch } from "@flow-state-dev/testing";
import { answer, cells, concurrency, expected, question } from "./workload.mjs";

const model = "openai/gpt-5.4-mini";
const usage = { promptTokens: 20, completionTokens: 5, totalTokens: 25 };
const modelResolver = (modelId) => ({
  modelId,
  generate: async ({ messages }) => ({ text: await answer(messages.at(-1).content), usage }),
});

export default {
  name: "peers",
  ...{ model, judgeModel: model, modelResolver, judgeResolver: modelResolver },
  baseline: false,
  subjects: [baselineSubject({ model })],
  scorers: [exactMatch()],
  tasks: Array.from({ length: cells }, (_, at) => ({
    ...{ id: `task-${at}`, category: "reasoning", prompt: question(at), rubric: [], expected: expected(at) },
  })),
  runs: 1,
  concurrency,
};
