// What server and page say to each other.

export type * from "./cell-view.ts";
export type * from "./comparison-view.ts";
export type * from "./grid-view.ts";
export type * from "./judge-view.ts";
export type * from "./live-event.ts";
export { noCell, type OutcomeName, outcomeCodes, outcomeNames, outcomeOfCode } from "./outcome-name.ts";
export type * from "./run-head.ts";
export type * from "./run-list.ts";
export type * from "./run-view.ts";
export { scoreCode, scoreOfCode } from "./score-code.ts";
