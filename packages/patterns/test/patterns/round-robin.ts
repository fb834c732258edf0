import { roundRobinBenchmarkAdapter } from "../../src/round-robin/adapter.ts";
import type { PatternDescription } from "../conformance/pattern-description.ts";
import { allBefore } from "./all-before.ts";

/** Seat after seat, round after round, answer. */
export const roundRobinDescription: PatternDescription = {
  adapter: roundRobinBenchmarkAdapter,
  roles: { "roster-alpha": "works", "roster-beta": "works", "roster-gamma": "works", synthesizer: "answers" },
  hidden: ["round-robin", "roster", "seat", "alpha", "beta", "gamma", "solver", "checker", "improver"],
  courses: {
    "two rounds": {
      say: () => undefined,
      reaches: "max",
      flows: (calls) => allBefore(calls.filter((call) => call.block.includes("-roster-"))),
    },
  },
  canLose: (call) => call.block.endsWith("-roster-beta"),
};
