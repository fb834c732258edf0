/** How a cell stands, as the page shows it: the outcomes of the records, and two for cells without one. */
export type OutcomeName =
  | "passed"
  | "failed"
  | "errored"
  | "timed-out"
  | "over-budget"
  | "unscored"
  | "infrastructure"
  | "cancelled"
  | "running"
  | "untried";

/** One letter for each, as a grid is sent. */
export const outcomeCodes: Readonly<Record<OutcomeName, string>> = {
  passed: "p",
  failed: "f",
  errored: "e",
  "timed-out": "t",
  "over-budget": "b",
  unscored: "u",
  infrastructure: "i",
  cancelled: "c",
  running: "r",
  untried: ".",
};

/**
 * The letter of a place in a grid where there is no cell: its task repeats less often than others, or is not the
 * subject's.
 */
export const noCell = " ";

const names = new Map(Object.entries(outcomeCodes).map(([name, code]) => [code, name as OutcomeName]));

/** All of them, in the order in which they are shown. */
export const outcomeNames = Object.keys(outcomeCodes) as readonly OutcomeName[];

/** The outcome of a letter; a letter that means nothing is a cell that was not tried. */
export function outcomeOfCode(code: string): OutcomeName {
  return names.get(code) ?? "untried";
}
