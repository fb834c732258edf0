import { cascadeAdapter, cascadeBenchmarkAdapter } from "../../src/cascade/adapter.ts";
import { callsOf, type PatternDescription } from "../conformance/pattern-description.ts";
import type { Behaviour } from "../conformance/recording-model.ts";

function checking(verdict: string): Behaviour {
  return ({ block }) => (block.endsWith("-check") ? { reason: "Seventeen is odd", verdict } : undefined);
}

/** A first answer, a check, and another answer when it is in doubt. */
export const cascadeDescription: PatternDescription = {
  adapter: cascadeBenchmarkAdapter,
  roles: { cheap: "works", check: "decides", dear: "works" },
  hidden: ["cascade", "cheap", "dear"],
  courses: {
    "sure of it": {
      say: checking("accept"),
      reaches: "min",
      picks: (calls) => callsOf(calls, "cheap")[0]!.answer,
    },
    "in doubt": {
      say: checking("reject"),
      reaches: "max",
      flows: (calls) => {
        const [first] = callsOf(calls, "cheap");
        const [check] = callsOf(calls, "check");
        const [dear] = callsOf(calls, "dear");
        return [
          { what: "the answer to check", said: first!.answer, to: check! },
          { what: "the first answer", said: first!.answer, to: dear! },
          { what: "the doubt", said: "Seventeen is odd", to: dear! },
        ];
      },
    },
  },
  canLose: ({ block }) => block.endsWith("-cheap"),
};

const cheapModel = "recording/cheap";

/** The same with a model of its own for the first answer and its check. */
export const cheapCascadeDescription: PatternDescription = {
  ...cascadeDescription,
  adapter: cascadeAdapter({ cheapModel }),
  variant: "cheap model first",
  models: { cheap: cheapModel, check: cheapModel },
};
