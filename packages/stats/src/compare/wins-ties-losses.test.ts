import { expect, test } from "vitest";
import { D8 } from "../../test/oracles.ts";
import { winsTiesLosses } from "./wins-ties-losses.ts";

test("counts the sides of zero", () => expect(winsTiesLosses(D8)).toEqual([6, 1, 1]));

test("a difference of rounding only is a tie", () => {
  expect(winsTiesLosses([0.1 + 0.2 - 0.3, 0.3 - 0.1 - 0.2])).toEqual([0, 2, 0]);
  expect(winsTiesLosses([])).toEqual([0, 0, 0]);
});
