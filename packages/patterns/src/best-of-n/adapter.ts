import type { BenchmarkAdapter } from "@flow-state-dev/core";
import { bestOfN } from "./best-of-n.ts";

const samples = 4;

/** Best of four answers. A cell takes four calls, and one more for the choice when the answers differ. */
export const bestOfNBenchmarkAdapter: BenchmarkAdapter = {
  patternName: "best-of-n",
  build: ({ model, uses }) => ({
    name: "best-of-n",
    kind: "pattern",
    sequencer: bestOfN({ name: "bench-best-of-n", model, uses, samples }),
    mapTask: (task) => ({ goal: task.prompt }),
    model,
    calls: { min: samples, max: samples + 1 },
  }),
};
