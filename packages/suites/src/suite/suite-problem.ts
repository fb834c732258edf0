import { shown } from "../text/shown.ts";

/** One mistake in a suite. */
export interface SuiteProblem {
  /** Stable, kebab-case. */
  code: string;
  /** The file as it was named. */
  file: string;
  /** From 1; null when the file as a whole is meant. */
  line: number | null;
  column: number | null;
  /** The id of the case, when it has one. */
  caseId: string | null;
  /** Which case, from 1. */
  caseNumber: number | null;
  /** Which expectation of the case, from 1. */
  expectation: number | null;
  /** What is wrong, without a full stop. */
  message: string;
  /** What to do, in words: `did you mean "…"?`. */
  hint: string | null;
  /** The nearest right form, ready to be put in its place. */
  nearest: string | null;
}

/** The problem as people read it: place, what is wrong, and under it the way out. */
export function formatProblem(problem: SuiteProblem): string {
  const place = problem.line === null ? problem.file : `${problem.file}:${problem.line}:${problem.column}`;
  const lines = [`${place}  ${whereOf(problem)}${problem.message}`];
  if (problem.hint !== null) lines.push(`${" ".repeat(place.length)}  ${problem.hint}`);
  return lines.join("\n");
}

function whereOf({ caseId, caseNumber, expectation }: SuiteProblem): string {
  if (caseNumber === null) return "";
  const which = caseId === null ? `case ${caseNumber}` : `case ${shown(caseId)}`;
  return expectation === null ? `${which}: ` : `${which}, expectation ${expectation}: `;
}
