import type { SweepResult } from "../sweep-result.ts";

/**
 * What a person reads about a sweep that ended early: that what is finished is kept, and how many cells were cut off.
 * Empty when neither is the case; else it begins with a blank, to follow another sentence.
 *
 * @param cell how cells are called there
 */
export function keptSentence(
  { coverage, outcomes }: Pick<SweepResult, "coverage" | "outcomes">,
  cell: "cell" | "run" = "cell",
): string {
  const { cancelled } = outcomes;
  const [kept, sign] = coverage.scored > 0 ? [" What is finished is kept", ";"] : ["", ""];
  if (cancelled === 0) return kept && `${kept}.`;
  const cut = cancelled === 1 ? `1 ${cell} was` : `${cancelled} ${cell}s were`;
  return `${kept}${sign} ${cut} cut off and will run again.`;
}
