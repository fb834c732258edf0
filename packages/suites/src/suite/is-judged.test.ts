import { expect, test } from "vitest";
import { parseExpectation } from "../expect/parse-expectation.ts";
import { isJudged } from "./is-judged.ts";

const caseWith = (...sources: string[]) => ({
  expect: sources.map((source) => {
    const parsed = parseExpectation(source);
    if (!parsed.ok) throw new Error(source);
    return { source, expectation: parsed.expectation, position: { line: 1, column: 1 } };
  }),
});

test("a case is judged when one of its expectations is, or the opposite of one", () => {
  expect(isJudged(caseWith("file:a exists", "judge:It is short."))).toBe(true);
  expect(isJudged(caseWith("not judge:It is long."))).toBe(true);
  expect(isJudged(caseWith("file:judge exists", "output contains 'judge:'"))).toBe(false);
});
