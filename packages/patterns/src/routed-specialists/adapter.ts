import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { routedSpecialists } from "./routed-specialists.ts";

/** One to four pieces of work, a decision before each and perhaps after the last, and an answer. */
export const routedSpecialistsBenchmarkAdapter: BenchmarkAdapter = {
  patternName: "routed-specialists",
  build: ({ model, uses }) => ({
    name: "routed-specialists",
    kind: "pattern",
    sequencer: routedSpecialists({ name: "bench-routed-specialists", model, uses }),
    mapTask: (task) => ({ goal: task.prompt }),
    model,
    calls: { min: 4, max: 9 },
  }),
};
