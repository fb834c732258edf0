import { expect, test } from "vitest";
import { countingWarnings, latestCounts } from "./counting-warnings.ts";
import { cutOffWarning } from "./cut-off-warning.ts";
import { uncountedWarning } from "./uncounted-warning.ts";
import { unheardMark } from "./unheard-warning.ts";
import { unpricedWarning } from "./unpriced-warning.ts";

const unheard = (calls: number) => `${calls} calls ${unheardMark} their answers came.`;
const told = (counted: number, all: number) => [
  ...uncountedWarning(counted, all),
  ...cutOffWarning(counted, all),
  ...unpricedWarning(counted, all, ["a/b"]),
  unheard(counted),
];

test("sentences that count calls are found among the warnings of a run", () => {
  expect(countingWarnings(["Something else.", ...told(2, 5)])).toEqual(told(2, 5));
});

test("of each kind the sentence that counts the most stays, wherever it stands", () => {
  const few = told(9, 10);
  const many = told(12, 20);
  expect(latestCounts(["One.", ...few, ...many, "Two.", "One."])).toEqual(["One.", ...many, "Two."]);
  expect(latestCounts([...many, ...few])).toEqual(many);
  expect(latestCounts([...told(2, 10), ...told(3, 10)])).toEqual(told(3, 10));
});
