import fc from "fast-check";
import { expect, test } from "vitest";
import { outcomeCodes, outcomeNames, outcomeOfCode } from "./outcome-name.ts";
import { scoreCode, scoreOfCode } from "./score-code.ts";

test("a score is one letter and comes back to about a hundredth", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (score) => {
      expect(scoreCode(score)).toHaveLength(1);
      expect(Math.abs(scoreOfCode(scoreCode(score))! - score)).toBeLessThan(0.0056);
    }),
  );
  expect([0, 1].map((score) => scoreOfCode(scoreCode(score)))).toEqual([0, 1]);
  expect([null, Number.NaN].map((score) => scoreOfCode(scoreCode(score)))).toEqual([null, null]);
});

test("every outcome has a letter of its own", () => {
  expect(new Set(Object.values(outcomeCodes)).size).toBe(outcomeNames.length);
  for (const name of outcomeNames) expect(outcomeOfCode(outcomeCodes[name])).toBe(name);
  expect(outcomeOfCode("?")).toBe("untried");
});
