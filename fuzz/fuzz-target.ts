import type { Arbitrary } from "fast-check";

/** What is fuzzed, once it is ready. */
export interface OpenTarget<Input> {
  inputs: Arbitrary<Input>;
  /** Throws, or rejects, when something does not hold for this input. */
  check(input: Input): void | Promise<void>;
  /** Leaves nothing behind. */
  close?(): void | Promise<void>;
}

/** One parser, or a family of them, that reads what strangers wrote. */
export interface FuzzTarget {
  /** Kebab-case. */
  name: string;
  /** What holds for every input, in a sentence. */
  holds: string;
  /** How many of all inputs it gets, in proportion to the others. Cheap ones get more. */
  share: number;
  open(): OpenTarget<any> | Promise<OpenTarget<any>>;
}

/** Something did not hold. */
export class Broken extends Error {
  override readonly name = "Broken";
}

/** Throws when it does not hold. */
export function holds(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Broken(otherwise);
}

/** Does a text hold nothing that a terminal would take for a command, or hide? Line breaks are allowed when asked. */
export function isPrintable(text: string, breaks = false): boolean {
  return !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(breaks ? text.replaceAll("\n", "") : text);
}

/** Holds for tokens and money: a number from 0 that has an end. */
export function isAmount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
