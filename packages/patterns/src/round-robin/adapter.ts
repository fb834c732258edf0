import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { defaultRoster } from "./roster.ts";
import { roundRobin } from "./round-robin.ts";

const rounds = 2;
const calls = defaultRoster.length * rounds + 1;

/** Solver, checker and improver for two rounds, then the synthesizer: the same number of calls whatever is said. */
export const roundRobinBenchmarkAdapter: BenchmarkAdapter = {
  patternName: "round-robin",
  build: ({ model, uses }) => ({
    name: "round-robin",
    kind: "pattern",
    sequencer: roundRobin({ name: "bench-round-robin", model, uses, rounds }),
    mapTask: (task) => ({ goal: task.prompt }),
    model,
    calls: { min: calls, max: calls },
  }),
};
