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
  /** The piece of work that has to come out as it stands; absent when the output is the last call's text. */
  picks?: (calls: readonly SeenCall[]) => string;
}

/** What the suite has to know of a pattern. */
export interface PatternDescription {
  adapter: BenchmarkAdapter;
  /** Says which, where one pattern is described more than once. */
  variant?: string;
  /** Every generator by its name without `bench-<pattern>-`. */
  roles: Readonly<Record<string, Role>>;
  /** By generator: the model it has to ask, where that is not the model of the run. */
  models?: Readonly<Record<string, string>>;
  /**
   * By generator: words that every request of it holds and none of another generator named here. For those who do the
   * same kind of work, and whose difference is the point of the pattern.
   */
  own?: Readonly<Record<string, readonly string[]>>;
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
