import { shuffled } from "../shared/shuffled.ts";

/** What was said once, and for which position. */
export interface Turn {
  /** From 1. */
  round: number;
  /** Of the position, from 0. */
  side: number;
  text: string;
}

/** A debate as somebody reads it who must not know who stood first. */
export interface BlindTranscript {
  /** In the order of their labels. */
  positions: string[];
  turns: string[];
}

/** What the position at a place is called; no letter, which might be an answer to choose. */
export function labelOf(at: number): string {
  return `view-${at + 1}`;
}

/** The same debate with labels dealt anew to the positions, and the turns of each round in a new order. */
export function blindTranscript(
  question: string,
  positions: readonly string[],
  turns: readonly Turn[],
): BlindTranscript {
  const seed = [question, ...turns.map(({ text }) => text)].join("\n");
  const sides = shuffled([...positions.keys()], seed);
  const rounds = [...new Set(turns.map(({ round }) => round))];
  const inOrder = rounds.flatMap((round) =>
    shuffled(
      turns.filter((turn) => turn.round === round),
      `${round}\n${seed}`,
    ),
  );
  return {
    positions: sides.map((side) => positions[side]!),
    turns: inOrder.map(
      ({ round, side, text }) => `Round ${round}, for ${labelOf(sides.indexOf(side))}:\n${text}`,
    ),
  };
}
