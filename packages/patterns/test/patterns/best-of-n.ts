import { bestOfNBenchmarkAdapter } from "../../src/best-of-n/adapter.ts";
import { callsOf, type PatternDescription } from "../conformance/pattern-description.ts";

/** Independent answers, and the one that is chosen. */
export const bestOfNDescription: PatternDescription = {
  adapter: bestOfNBenchmarkAdapter,
  roles: { sample: "works", selector: "decides" },
  hidden: [],
  courses: {
    "all say the same": {
      say: ({ block }) => (block.endsWith("-sample") ? "Fourteen" : undefined),
      reaches: "min",
      output: "picked",
    },
    "one is chosen": {
      say: ({ block }) =>
        block.endsWith("-selector") ? { reasoning: "It is complete", best: 3 } : undefined,
      reaches: "max",
      output: "picked",
      flows: (calls) => {
        const to = callsOf(calls, "selector")[0]!;
        return callsOf(calls, "sample").map(({ answer }) => ({ what: "an answer", said: answer, to }));
      },
    },
  },
  canLose: ({ path }) => path.endsWith("-sample[0]"),
};
