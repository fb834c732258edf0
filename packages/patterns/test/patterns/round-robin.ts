import { roundRobinBenchmarkAdapter } from "../../src/round-robin/adapter.ts";
import { defaultRoster } from "../../src/round-robin/roster.ts";
import type { Flow, PatternDescription } from "../conformance/pattern-description.ts";
import type { SeenCall } from "../conformance/recording-model.ts";
import { allBefore } from "./all-before.ts";

function turnsOf(calls: readonly SeenCall[]): SeenCall[] {
  return calls.filter((call) => call.block.includes("-roster-"));
}

/** What was said is told under the title of who said it. */
function attributed(calls: readonly SeenCall[]): Flow[] {
  const titleOf = ({ block }: SeenCall) =>
    defaultRoster.find(({ name }) => block.endsWith(`-${name}`))!.title;
  return allBefore(turnsOf(calls)).map((flow) => {
    const by = calls.find((call) => call.answer === flow.said)!;
    return { ...flow, said: `${titleOf(by)}:\n${flow.said}` };
  });
}

/** Seat after seat, round after round, answer. */
export const roundRobinDescription: PatternDescription = {
  adapter: roundRobinBenchmarkAdapter,
  roles: { "roster-alpha": "works", "roster-beta": "works", "roster-gamma": "works", synthesizer: "answers" },
  own: Object.fromEntries(
    defaultRoster.map(({ name, title, role }) => [`roster-${name}`, [role, `You are the ${title} of`]]),
  ),
  hidden: ["round-robin", "roster", "seat", "alpha", "beta", "gamma", "solver", "checker", "improver"],
  courses: {
    "two rounds": {
      say: () => undefined,
      reaches: "max",
      flows: attributed,
    },
  },
  canLose: (call) => call.block.endsWith("-roster-beta"),
};
