import { selfConsistencyBenchmarkAdapter } from "../../src/self-consistency/adapter.ts";
import { callsOf, type PatternDescription } from "../conformance/pattern-description.ts";

/** Independent answers, and the one that most come to. */
export const selfConsistencyDescription: PatternDescription = {
  adapter: selfConsistencyBenchmarkAdapter,
  roles: { sample: "works", voter: "decides" },
  hidden: [],
  courses: {
    "all say the same": {
      say: ({ block }) => (block.endsWith("-sample") ? "Fourteen" : undefined),
      reaches: "min",
      output: "picked",
    },
    "all say something else": {
      say: ({ block }) => {
        if (!block.endsWith("-voter")) return undefined;
        const groups = [[1], [2, 4], [3], [5]].map((members) => ({ gist: "A number", members }));
        return { groups };
      },
      reaches: "max",
      output: "picked",
      flows: (calls) => {
        const to = callsOf(calls, "voter")[0]!;
        return callsOf(calls, "sample").map(({ answer }) => ({ what: "an answer", said: answer, to }));
      },
    },
  },
  copesWith: {
    voter: [
      { groups: [{ gist: "One", members: [1, 1, 1] }] },
      { groups: [{ gist: "None of them", members: [5] }] },
    ],
  },
  canLose: ({ path }) => path.endsWith("-sample[0]"),
};
