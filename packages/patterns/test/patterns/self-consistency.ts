import { selfConsistencyBenchmarkAdapter } from "../../src/self-consistency/adapter.ts";
import { type Course, callsOf, type PatternDescription } from "../conformance/pattern-description.ts";

/** The voter sorts five different answers so; one of them has to come out. */
function sorted(sorting: number[][], winner: number): Course {
  return {
    say: ({ block }) => {
      const groups = sorting.map((members) => ({ gist: "A number", members }));
      return block.endsWith("-voter") ? { groups } : undefined;
    },
    picks: (calls) => {
      const { text } = callsOf(calls, "voter")[0]!;
      return new RegExp(`<answer-${winner}>\\n(.*)\\n</answer-${winner}>`).exec(text)![1]!;
    },
    flows: (calls) => {
      const to = callsOf(calls, "voter")[0]!;
      return callsOf(calls, "sample").map(({ answer }) => ({ what: "an answer", said: answer, to }));
    },
  };
}

/** Independent answers, and the one that most come to. */
export const selfConsistencyDescription: PatternDescription = {
  adapter: selfConsistencyBenchmarkAdapter,
  roles: { sample: "works", voter: "decides" },
  hidden: [],
  courses: {
    "all say the same": {
      say: ({ block }) => (block.endsWith("-sample") ? "Fourteen" : undefined),
      reaches: "min",
      picks: () => "Fourteen",
    },
    "most say the same": {
      say: ({ block, path }) => (/-sample\[[124]\]$/.test(path) && block ? "Fourteen" : undefined),
      picks: () => "Fourteen",
    },
    "all say something else": { ...sorted([[1], [2, 4], [3], [5]], 2), reaches: "max" },
    "the last come to the same": sorted([[1], [2], [3, 4, 5]], 3),
  },
  copesWith: {
    voter: [
      { groups: [{ gist: "One", members: [1, 1, 1] }] },
      { groups: [{ gist: "None of them", members: [5] }] },
    ],
  },
  canLose: ({ path }) => path.endsWith("-sample[0]"),
};
