import { routedSpecialistsBenchmarkAdapter } from "../../src/routed-specialists/adapter.ts";
import { defaultSpecialists } from "../../src/routed-specialists/specialist.ts";
import { callsOf, type Flow, type PatternDescription } from "../conformance/pattern-description.ts";
import type { Behaviour, SeenCall } from "../conformance/recording-model.ts";

/** A controller that finds the work done after this many pieces of it. */
function doneAfter(pieces: number): Behaviour {
  return (call, before) => {
    if (!call.block.endsWith("-controller")) return undefined;
    const turn = callsOf(before, "controller").length;
    if (turn >= pieces)
      return { reasoning: "Nothing is missing", done: true, specialist: null, instruction: "" };
    const specialist = turn % 2 === 0 ? "researcher" : "writer";
    return { reasoning: `A lack of ${turn}`, done: false, specialist, instruction: `Fill gap ${turn} now` };
  };
}

function work(calls: readonly SeenCall[]): SeenCall[] {
  return calls.filter((call) => /-(researcher|writer)$/.test(call.block));
}

/** Everybody is told all work before them; whoever works is told what for. */
function handedOn(calls: readonly SeenCall[]): Flow[] {
  const pieces = work(calls);
  const deciders = callsOf(calls, "controller");
  const before = [...pieces, ...deciders].flatMap((to) =>
    pieces
      .filter((piece) => piece.at < to.at)
      .map((piece) => ({ what: "work so far", said: piece.answer, to })),
  );
  const orders = pieces.flatMap((to) => {
    const order = JSON.parse(deciders.findLast((each) => each.at < to.at)!.answer);
    return [
      { what: "the instruction", said: order.instruction as string, to },
      { what: "the reason", said: order.reasoning as string, to },
    ];
  });
  return [...before, ...orders];
}

/** Decide, work, decide again, answer. */
export const routedSpecialistsDescription: PatternDescription = {
  adapter: routedSpecialistsBenchmarkAdapter,
  roles: { controller: "decides", researcher: "works", writer: "works", synthesizer: "answers" },
  own: {
    researcher: [`You are the one who ${defaultSpecialists.researcher}.`],
    writer: [`You are the one who ${defaultSpecialists.writer}.`],
  },
  hidden: ["routed-specialists", "controller", "researcher", "writer", "specialist", "A lack of"],
  courses: {
    "one piece of work": { say: doneAfter(1), reaches: "min", flows: handedOn },
    "never done": { say: doneAfter(99), reaches: "max", flows: handedOn },
    "three pieces of work": { say: doneAfter(3), flows: handedOn },
  },
  copesWith: {
    controller: [
      { done: true },
      { done: false },
      { specialist: "writer" },
      { specialist: "plumber", done: false, reasoning: "Water", instruction: "Fix it" },
      { specialist: null, done: false, reasoning: 5, instruction: null },
    ],
  },
  canLose: (call) => work([call]).length > 0 && call.ordinal === 0,
};
