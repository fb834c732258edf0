import { debateBenchmarkAdapter } from "../../src/debate/adapter.ts";
import { callsOf, type Flow, type PatternDescription } from "../conformance/pattern-description.ts";
import type { Behaviour, SeenCall } from "../conformance/recording-model.ts";
import { allBefore } from "./all-before.ts";

const positions = ["There are fourteen", "There are fifteen"];

const debating: Behaviour = ({ block }) => {
  if (block.endsWith("-proposer")) return { positions };
  return block.endsWith("-judge") ? { reasoning: "The sum was shown", winner: "none" } : undefined;
};

function turnsOf(calls: readonly SeenCall[]): SeenCall[] {
  return calls.filter((call) => call.block.includes("-debater-"));
}

/** The positions of this very task are what is argued. */
function argued(calls: readonly SeenCall[]): Flow[] {
  return turnsOf(calls).flatMap((to) => positions.map((said) => ({ what: "a position", said, to })));
}

/** Judge and synthesizer are told all that was said, the synthesizer the judgement too. */
function heard(calls: readonly SeenCall[]): Flow[] {
  const [judge] = callsOf(calls, "judge");
  const [synthesizer] = callsOf(calls, "synthesizer");
  const turns = turnsOf(calls).map(({ answer }) => ({ what: "a turn", said: answer, to: judge! }));
  return [...turns, { what: "the judgement", said: "The sum was shown", to: synthesizer! }];
}

/** Positions on the task, turns, judgement, answer. */
export const debateDescription: PatternDescription = {
  adapter: debateBenchmarkAdapter,
  roles: {
    proposer: "decides",
    "debater-pro": "works",
    "debater-con": "works",
    judge: "decides",
    synthesizer: "answers",
  },
  own: {
    "debater-pro": [`<your-position>\n${positions[0]}\n</your-position>`],
    "debater-con": [`<your-position>\n${positions[1]}\n</your-position>`],
  },
  hidden: ["pro\\b", "con\\b", "debater", "moderator", "opponent"],
  courses: {
    "two rounds": {
      say: debating,
      reaches: "max",
      flows: (calls) => [...allBefore(turnsOf(calls)), ...argued(calls), ...heard(calls)],
    },
  },
  copesWith: {
    proposer: [
      { positions: ["One"] },
      { positions: [] },
      { positions: ["A", "A", "A"] },
      "Whatever you like.",
    ],
    judge: ["Whatever you like.", { reasoning: "Nobody's", winner: "me" }],
  },
  canLose: (call) => call.block.endsWith("-debater-con"),
};
