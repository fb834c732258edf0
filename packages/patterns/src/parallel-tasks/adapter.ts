import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { parallelTasks } from "./parallel-tasks.ts";

/** A plan, one to five tasks, and an answer. */
export const parallelTasksBenchmarkAdapter: BenchmarkAdapter = {
  patternName: "parallel-tasks",
  build: ({ model, uses }) => ({
    name: "parallel-tasks",
    kind: "pattern",
    sequencer: parallelTasks({ name: "bench-parallel-tasks", model, uses }),
    mapTask: (task) => ({ goal: task.prompt }),
    model,
    calls: { min: 3, max: 7 },
  }),
};
