import { expect, test } from "vitest";
import { tallyWins } from "./tally-wins.ts";

test("wins for the winner, half a win each for a tie", () => {
  const verdicts = [
    { first: 0, second: 1, winner: 0 },
    { first: 1, second: 0, winner: 0 },
    { first: 1, second: 2, winner: 2 },
    { first: 0, second: 2, winner: null },
  ];
  expect(tallyWins(3, verdicts)).toEqual([
    [0, 2, 0.5],
    [0, 0, 0],
    [0.5, 1, 0],
  ]);
});

test.each([
  [{ first: 0, second: 5, winner: 0 }, "a subject must be a place from 0 to 1, but it is 5"],
  [{ first: 1, second: 1, winner: 1 }, "second must be another subject than first"],
  [{ first: 0, second: 1, winner: 2 }, "winner must be 0, 1 or null, but it is 2"],
])("refuses %o", (verdict, message) => {
  expect(() => tallyWins(2, [verdict])).toThrow(message);
});
