import type { Attempted } from "../shared/attempted.ts";

/** What a controller wants next. */
export interface Decision {
  reasoning: string;
  /** The work so far is enough. */
  done: boolean;
  /** Null when it names nobody. */
  specialist: string | null;
  instruction: string;
}

/** One piece of work, and what it was done for. */
export interface Contribution {
  specialist: string;
  instruction: string;
  work: Attempted<string>;
}

/** A goal and the work on it, in the order it was done. */
export interface CaseFile {
  goal: string;
  contributions: readonly Contribution[];
  /** What is to happen next; null until that is decided. */
  decision: Decision | null;
}

/** The work so far, one text a piece, without saying who did it. */
export function workTexts({ contributions }: CaseFile): string[] {
  return contributions.map(({ instruction, work }) => {
    const asked = instruction.trim() === "" ? "" : `Asked for: ${instruction}\n\n`;
    return `${asked}${work.ok ? work.output : "(There is no result.)"}`;
  });
}
