import type { BlockDefinition } from "@flow-state-dev/core";
import { z } from "zod";
import { opinion } from "../shared/opinion.ts";
import { sections } from "../shared/sections.ts";
import type { DebateBlockOptions } from "./speakers.ts";

const proposerPrompt = [
  "You prepare a debate. Name the positions between which a well informed person could waver on this very question.",
  "For a question with one right answer the positions are different candidate answers: first the one you hold most likely, then the one most likely if that is wrong. For an open task they are different answers or ways to do it that exclude each other. For a claim they are different judgements of it.",
  "Each position is one or two sentences that answer the question, and says something that the others deny.",
].join("\n");

interface Proposal {
  positions: string[];
}

/** Asks for competing positions on the question. */
export function proposer(
  { name, model, uses }: DebateBlockOptions,
  sides: number,
): BlockDefinition<{ question: string }, Proposal | null> {
  return opinion<{ question: string }, Proposal>({
    name: `${name}-proposer`,
    model,
    uses,
    prompt: proposerPrompt,
    outputSchema: z.object({ positions: z.array(z.string()).min(sides).max(sides) }),
    user: ({ question }) => `${sections({ question })}\n\nGive ${sides} positions.`,
  });
}

const mostLikely = "The answer that most people who know the subject would give first.";
const another = "Another answer than that, which is right where the first one overlooks something.";

/**
 * As many different positions as there are sides. What the proposal lacks is made up for by positions that fit any
 * question: the obvious answer, and others that dispute what stands before them.
 */
export function usablePositions(proposal: Proposal | null, sides: number): string[] {
  const proposed = (proposal?.positions ?? []).map((position) => position.trim()).filter(Boolean);
  const positions = [...new Set(proposed)].slice(0, sides);
  while (positions.length < sides) {
    const first = positions.length === 0;
    const further =
      positions.length === 1 ? another : `${another} It is answer number ${positions.length + 1}.`;
    positions.push(first ? mostLikely : further);
  }
  return positions;
}
