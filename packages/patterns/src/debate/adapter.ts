import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { debate } from "./debate.ts";

const sides = 2;
const rounds = 2;
/** Positions, turns, judgement, answer. */
const calls = 1 + sides * rounds + 2;

/** Two positions found for the task and argued for two rounds: the same number of calls whatever is said. */
export const debateBenchmarkAdapter: BenchmarkAdapter = {
  patternName: "debate",
  build: ({ model, uses }) => ({
    name: "debate",
    kind: "pattern",
    sequencer: debate({ name: "bench-debate", model, uses, sides, rounds }),
    mapTask: (task) => ({ question: task.prompt }),
    model,
    calls: { min: calls, max: calls },
  }),
};
