import type { Expectation, ExpectationProblem } from "./expectation.ts";
import { nearestExpectation } from "./nearest-expectation.ts";
import { readExpectation } from "./read-expectation.ts";

/** What an expectation string says; or what is wrong with it, and the nearest string that would be right, if any. */
export type ParsedExpectation =
  | { ok: true; expectation: Expectation }
  | { ok: false; problem: ExpectationProblem & { nearest: string | null } };

/** Reads one expectation string. Never throws, whatever the string is. */
export function parseExpectation(source: string): ParsedExpectation {
  const reading = readExpectation(source);
  if (reading.ok) return { ok: true, expectation: reading.value };
  // One text cannot stand for several, and half of them is not what was meant.
  if (reading.problem.code === "expectation-several")
    return { ok: false, problem: { ...reading.problem, nearest: null } };
  const nearest = nearestExpectation(source, (candidate) => readExpectation(candidate).ok);
  return { ok: false, problem: { ...reading.problem, nearest } };
}
