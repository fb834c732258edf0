/** What went wrong, as plain data. */
export interface RecordedError {
  name: string;
  message: string;
  code?: string;
}

/**
 * How a cell ended. `passed` and `failed` were graded; `errored` (the subject or agent broke), `timed-out` and
 * `over-budget` count as a score of 0; the last three are no scores: they lower coverage and are run again on resume.
 */
export type Outcome =
  | { kind: "passed"; score: number }
  | { kind: "failed"; score: number }
  | { kind: "errored"; error: RecordedError }
  | { kind: "timed-out"; afterMs: number }
  | { kind: "over-budget"; error: RecordedError }
  | { kind: "unscored"; error: RecordedError }
  | { kind: "infrastructure"; error: RecordedError }
  | { kind: "cancelled"; reason: string };

/** It was graded, and is good enough. The score is from 0 to 1. */
export function passed(score: number): Extract<Outcome, { kind: "passed" }> {
  return { kind: "passed", score };
}

/** It was graded, and is not good enough. The score is from 0 to 1. */
export function failed(score: number): Extract<Outcome, { kind: "failed" }> {
  return { kind: "failed", score };
}

/** The names of the outcomes. */
export type OutcomeKind = Outcome["kind"];

/** All of them, in the order in which they are shown. */
export const outcomeKinds: readonly OutcomeKind[] = [
  "passed",
  "failed",
  "errored",
  "timed-out",
  "over-budget",
  "unscored",
  "infrastructure",
  "cancelled",
];

/** Is it a result that stays, rather than one that is run again on resume? */
export function isScored(kind: OutcomeKind): boolean {
  return kind !== "unscored" && kind !== "infrastructure" && kind !== "cancelled";
}

const timedKinds: ReadonlySet<OutcomeKind> = new Set(["passed", "failed", "timed-out", "unscored"]);

/** Does its time say how long the work takes? What broke or was cut off has its end from elsewhere. */
export function isTimed(kind: OutcomeKind): boolean {
  return timedKinds.has(kind);
}

/** The score of an outcome, 0 to 1; null when it is none. */
export function scoreOf(outcome: Outcome): number | null {
  if (outcome.kind === "passed" || outcome.kind === "failed") return outcome.score;
  return isScored(outcome.kind) ? 0 : null;
}
