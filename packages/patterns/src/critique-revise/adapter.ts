import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { critiqueRevise } from "./critique-revise.ts";

const rounds = 2;

/** A draft and up to two rounds of critique and revision. A cell takes a draft and a critique at least. */
export const critiqueReviseBenchmarkAdapter: BenchmarkAdapter = {
  patternName: "critique-revise",
  build: ({ model, uses }) => ({
    name: "critique-revise",
    kind: "pattern",
    sequencer: critiqueRevise({ name: "bench-critique-revise", model, uses, rounds }),
    mapTask: (task) => ({ goal: task.prompt }),
    model,
    calls: { min: 2, max: 1 + 2 * rounds },
  }),
};
