import type { RunCell } from "../attempt/cell-context.ts";

/** What is run in place of a cell that so many workers in a row died of. It is run again on resume, as all such are. */
export function givenUp(lost: number): RunCell {
  const message = `${lost} workers in a row died or fell silent while they worked on this cell. It is not tried again by itself: look for what ends them (memory is the usual suspect), then go on with --resume.`;
  const error = { name: "GivenUpError", message, code: "given-up" };
  return async () => ({ outcome: { kind: "infrastructure", error }, retry: false });
}
