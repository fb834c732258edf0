import { critiqueReviseBenchmarkAdapter } from "../../src/critique-revise/adapter.ts";
import { callsOf, type Flow, type PatternDescription } from "../conformance/pattern-description.ts";
import type { Behaviour, SeenCall } from "../conformance/recording-model.ts";

/** A critic that finds something in so many drafts. */
function objecting(times: number): Behaviour {
  return ({ block }, before) => {
    if (!block.endsWith("-critic")) return undefined;
    const seen = callsOf(before, "critic").length;
    if (seen >= times) return { issues: [], verdict: "acceptable" };
    return { issues: [`Crate ${seen} is missing`, `Plum ${seen} is rotten`], verdict: "revise" };
  };
}

/** Critic and reviser are told the draft as it is by then, the reviser every issue. */
function handedOn(calls: readonly SeenCall[]): Flow[] {
  return calls.flatMap((to, at): Flow[] => {
    if (at === 0) return [];
    const draft = calls.slice(0, at).findLast((each) => !each.block.endsWith("-critic"))!;
    const issues: string[] = to.block.endsWith("-reviser") ? JSON.parse(calls[at - 1]!.answer).issues : [];
    return [
      { what: "the draft", said: draft.answer, to },
      ...issues.map((said) => ({ what: "an issue", said, to })),
    ];
  });
}

/** The draft as it is in the end. */
function latestDraft(calls: readonly SeenCall[]): string {
  return calls.findLast((call) => !call.block.endsWith("-critic"))!.answer;
}

/** Drafts that a revision took the place of, before the one that the last reviser was shown. */
function replaced(calls: readonly SeenCall[]): string[] {
  const drafts = calls.filter(({ block, answer }) => !block.endsWith("-critic") && answer !== "");
  return drafts.slice(0, -2).map((each) => each.answer);
}

/** Draft, critique, revision. */
export const critiqueReviseDescription: PatternDescription = {
  adapter: critiqueReviseBenchmarkAdapter,
  roles: { drafter: "works", critic: "decides", reviser: "works" },
  hidden: ["critique-revise", "critic", "drafter", "reviser"],
  courses: {
    "accepted at once": { say: objecting(0), reaches: "min", flows: handedOn, picks: latestDraft },
    "accepted once mended": { say: objecting(1), flows: handedOn, picks: latestDraft },
    "never accepted": { say: objecting(99), reaches: "max", flows: handedOn, replaced },
  },
  canLose: ({ block, ordinal }) => block.endsWith("-reviser") && ordinal === 0,
};
