import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { selfConsistency } from "./self-consistency.ts";

const samples = 5;

/** The vote of five answers. A cell takes five calls, and one more when no wording has a majority. */
export const selfConsistencyBenchmarkAdapter: BenchmarkAdapter = {
  patternName: "self-consistency",
  build: ({ model, uses }) => ({
    name: "self-consistency",
    kind: "pattern",
    sequencer: selfConsistency({ name: "bench-self-consistency", model, uses, samples }),
    mapTask: (task) => ({ goal: task.prompt }),
    model,
    calls: { min: samples, max: samples + 1 },
  }),
};
