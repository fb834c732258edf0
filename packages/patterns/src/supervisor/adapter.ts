import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { supervisor } from "./supervisor.ts";

/** A plan, one to five tasks with one to three attempts and as many reviews each, and an answer. */
export const supervisorBenchmarkAdapter: BenchmarkAdapter = {
  patternName: "supervisor",
  build: ({ model, uses }) => ({
    name: "supervisor",
    kind: "pattern",
    sequencer: supervisor({ name: "bench-supervisor", model, uses }),
    mapTask: (task) => ({ goal: task.prompt }),
    model,
    calls: { min: 4, max: 32 },
  }),
};
