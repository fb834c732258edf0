/** Somebody at the table. */
export interface Seat {
  /** Part of the name of its block; unique in its roster. */
  name: string;
  /** Who it is to the others, in a word or two. */
  title: string;
  /** What it contributes, told to it every time it speaks. */
  role: string;
}

/** One who solves, one who checks, one who makes the best of both; each has something to do in every round. */
export const defaultRoster: readonly Seat[] = [
  {
    name: "alpha",
    title: "solver",
    role: "Reach the goal yourself and give a complete answer. Once there is an answer among the turns, work it out again by another way than was used so far, and say where you come to something else.",
  },
  {
    name: "beta",
    title: "checker",
    role: "Check the latest answer among the turns against the goal: facts, reasoning, numbers, form, and whatever was asked for and is missing. Name each problem with its correction; where you find none, say that the answer holds and repeat it.",
  },
  {
    name: "gamma",
    title: "improver",
    role: "Write the best complete answer to the goal that the turns so far allow: settle what the others disagree on, correct what was found wrong, fill gaps, keep what is right.",
  },
];
