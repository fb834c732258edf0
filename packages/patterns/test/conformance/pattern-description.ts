import type { BenchmarkAdapter } from "@flow-state-dev/core";
import type { Behaviour, SeenCall } from "./recording-model.ts";

/**
 * What a generator does in its pattern. `works`: does the task itself, so it has the prompt and the capabilities of
 * the baseline. `answers`: writes the answer that a reader gets, with the same prompt. `decides`: plans, reviews,
 * routes, judges.
 */
export type Role = "works" | "answers" | "decides";

/** Something said in one call that another call must be told. */
export interface Flow {
  /** For the message when it was not. */
  what: string;
  said: string;
  to: SeenCall;
}

/** One way a pattern can go, made by what its models say. */
export interface Course {
  say: Behaviour;
  /** Which of the stated bounds this course reaches. */
  reaches?: "min" | "max";
  /** What has to get from one call to another in this course: results, feedback, transcripts. */
  flows?: (calls: readonly SeenCall[]) => Flow[];
  /** Pieces of work that the last call need not be shown, because something better took their place. */
  replaced?: (calls: readonly SeenCall[]) => string[];
  /** The output is the last call's text (default), or one of the pieces of work as it stands. */
  output?: "written" | "picked";
}

/** What the suite has to know of a pattern. */
export interface PatternDescription {
  adapter: BenchmarkAdapter;
  /** Every generator by its name without `bench-<pattern>-`. */
  roles: Readonly<Record<string, Role>>;
  /** Beginnings of words that whoever writes the answer is never shown: names of the pattern, seats, stances. */
  hidden: readonly string[];
  /** By a name for the test; between them they reach both bounds. */
  courses: Readonly<Record<string, Course>>;
  /** By generator: answers that are odd, and that the pattern has to cope with. */
  copesWith?: Readonly<Record<string, readonly (object | string)[]>>;
  /**
   * Calls of the longest course that may come to nothing without any harm to the other pieces of work; left out where
   * every piece is needed.
   */
  canLose?: (call: SeenCall) => boolean;
}

/** Calls of one generator, by its name without the prefix of its pattern. */
export function callsOf(calls: readonly SeenCall[], suffix: string): SeenCall[] {
  return calls.filter((call) => call.block.endsWith(`-${suffix}`));
}
