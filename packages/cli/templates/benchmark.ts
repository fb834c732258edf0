// Is a coordination pattern worth its cost on your tasks? Write your tasks in place of these, then:
//   x compare benchmark.ts --plan          what it would take, spending nothing
//   x compare benchmark.ts                 as it stands: offline, on a simulated model
//   x compare benchmark.ts --model openai/gpt-5.4-mini --judge-model anthropic/claude-haiku-4-5 --max-cost 1
import { createModelResolver, simModel } from "@flow-state-dev/core";
import { defaultBenchmarkRegistry } from "@flow-state-dev/patterns";
import { defineBenchmark } from "@flow-state-dev/testing";

const tasks = [
  {
    id: "ferry",
    prompt: "A ferry takes 12 cars, and 62 cars wait. How many trips does it make?",
    right: "6 trips",
    wrong: ["5 trips"],
  },
  {
    id: "coat",
    prompt: "A coat of 240 dollars gets 25 % cheaper, then 20 % more. What does it cost now?",
    right: "144 dollars",
    wrong: ["132 dollars"],
  },
  {
    id: "clocks",
    prompt:
      "One clock loses 4 minutes a day, another gains 2. After how many days do they differ by an hour?",
    right: "10 days",
    wrong: ["30 days"],
  },
  {
    id: "fence",
    prompt: "A fence of 30 metres has a post every 3 metres, one at each end. How many posts are there?",
    right: "11 posts",
    wrong: ["10 posts"],
  },
  {
    id: "change",
    prompt: "Three pens cost 1.20 dollars each. What is left of 10 dollars?",
    right: "6.40 dollars",
    wrong: ["8.80 dollars"],
  },
  {
    id: "age",
    prompt: "In 6 years Ida will be twice as old as she was 4 years ago. How old is she?",
    right: "14 years",
    wrong: ["16 years"],
  },
  {
    id: "average",
    prompt: "Five numbers have an average of 8. Four of them sum up to 27. What is the fifth?",
    right: "13",
    wrong: ["19"],
  },
  {
    id: "train",
    prompt:
      "A train of 200 metres passes a bridge of 400 metres at 20 metres a second. How long does it take?",
    right: "30 seconds",
    wrong: ["20 seconds"],
  },
];

// A simulated model has to know which answers are right, to be right or wrong. Real models never see this.
const resolver = createModelResolver({
  sim: (profile) => simModel(profile, { answerKey: tasks, latencyScale: 0 }),
});

export default defineBenchmark({
  name: "my-benchmark",
  registry: defaultBenchmarkRegistry,
  patterns: ["self-consistency", "critique-revise"],
  tasks: tasks.map(({ id, prompt, right }) => ({
    ...{ id, prompt, category: "reasoning" },
    rubric: [`Says that it is ${right}`, "Gives one answer and no other"],
  })),
  model: "sim/weak",
  judgeModel: "sim/judge",
  runs: 3,
  concurrency: 8,
  modelResolver: resolver,
  judgeResolver: resolver,
});
