import { bestOfNBenchmarkAdapter } from "../../src/best-of-n/adapter.ts";
import { type Course, callsOf, type PatternDescription } from "../conformance/pattern-description.ts";

/** The selector names the candidate at a place; that one has to come out. */
function chosen(best: number): Course {
  return {
    say: ({ block }) => (block.endsWith("-selector") ? { reasoning: "It is complete", best } : undefined),
    picks: (calls) => {
      const { text } = callsOf(calls, "selector")[0]!;
      return new RegExp(`<candidate-${best}>\\n(.*)\\n</candidate-${best}>`).exec(text)![1]!;
    },
    flows: (calls) => {
      const to = callsOf(calls, "selector")[0]!;
      return callsOf(calls, "sample").map(({ answer }) => ({ what: "an answer", said: answer, to }));
    },
  };
}

/** Independent answers, and the one that is chosen. */
export const bestOfNDescription: PatternDescription = {
  adapter: bestOfNBenchmarkAdapter,
  roles: { sample: "works", selector: "decides" },
  hidden: [],
  courses: {
    "all say the same": {
      say: ({ block }) => (block.endsWith("-sample") ? "Fourteen" : undefined),
      reaches: "min",
      picks: () => "Fourteen",
    },
    "the third is chosen": { ...chosen(3), reaches: "max" },
    "the first is chosen": chosen(1),
    "the second is chosen": chosen(2),
    "the fourth is chosen": chosen(4),
  },
  canLose: ({ path }) => path.endsWith("-sample[0]"),
};
