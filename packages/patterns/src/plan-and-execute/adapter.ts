import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { planAndExecute } from "./plan-and-execute.ts";

/** A plan, one to five steps, and an answer. */
export const planAndExecuteBenchmarkAdapter: BenchmarkAdapter = {
  patternName: "plan-and-execute",
  build: ({ model, uses }) => ({
    name: "plan-and-execute",
    kind: "pattern",
    sequencer: planAndExecute({ name: "bench-plan-and-execute", model, uses }),
    mapTask: (task) => ({ goal: task.prompt }),
    model,
    calls: { min: 3, max: 7 },
  }),
};
