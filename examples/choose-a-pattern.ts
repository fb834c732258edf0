// Which coordination pattern is worth its cost on these 24 tasks?
//   npm run x -- compare examples/choose-a-pattern.ts                  offline, on a simulated model
//   npm run x -- compare examples/choose-a-pattern.ts --plan           what it would take, spending nothing
//   npm run x -- compare examples/choose-a-pattern.ts --model openai/gpt-5.4-mini \
//     --judge-model anthropic/claude-haiku-4-5 --max-cost 2            the same with real keys
import { createModelResolver, simModel } from "@flow-state-dev/core";
import { defaultBenchmarkRegistry } from "@flow-state-dev/patterns";
import { closeTo, defineBenchmark } from "@flow-state-dev/testing";
import { shopTools } from "./choose-a-pattern/shop-tools.ts";
import { tasks } from "./choose-a-pattern/tasks.ts";

// A simulated model knows which answers are right, so that it can be right or wrong; real models never see this.
const answerKey = tasks.map(({ prompt, simulated }) => ({ prompt, ...simulated }));
const resolver = createModelResolver({ sim: (profile) => simModel(profile, { answerKey, seed: 7 }) });

export default defineBenchmark({
  name: "choose-a-pattern",
  registry: defaultBenchmarkRegistry,
  patterns: ["supervisor", "parallel-tasks", "debate", "self-consistency", "critique-revise"],
  tasks: tasks.map(({ simulated: _simulated, ...task }) => task),
  model: "sim/strong",
  judgeModel: "sim/judge",
  scorers: [closeTo({ relative: 0 })],
  runs: 3,
  concurrency: 32,
  uses: [shopTools],
  modelResolver: resolver,
  judgeResolver: resolver,
});
