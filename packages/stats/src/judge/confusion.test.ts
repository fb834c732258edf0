import { expect, test } from "vitest";
import { oracles } from "../../test/oracles.ts";
import { confusion } from "./confusion.ts";

test("oracle: ten verdicts", () => {
  const counts = confusion(oracles.human.map(Boolean), oracles.judge.map(Boolean));
  const { truePositives, falseNegatives, falsePositives, trueNegatives } = counts;
  expect([truePositives, falseNegatives, falsePositives, trueNegatives]).toEqual(
    oracles["judge confusion tp,fn,fp,tn"],
  );
  expect(counts.sensitivity).toEqual({ passed: 5, runs: 6 });
  expect(counts.specificity).toEqual({ passed: 3, runs: 4 });
});

test("lists that do not belong together are refused", () => {
  expect(() => confusion([true], [])).toThrow("judge must be as long as human (1)");
});
