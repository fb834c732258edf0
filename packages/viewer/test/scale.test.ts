import { expect, test } from "vitest";
import { logTicks } from "../page/charts/scale.ts";

test("an axis of costs has a mark wherever they lie", () => {
  expect(logTicks(0.001, 0.1)).toEqual([0.001, 0.01, 0.1]);
  expect(logTicks(0.018, 0.3)).toEqual([0.02, 0.05, 0.1, 0.2]);
  // What lies around three cents has neither two nor five beside it.
  expect(logTicks(0.0212, 0.0424)).toEqual([0.03, 0.04]);
  for (let power = 0; power < 1; power += 0.01)
    expect(logTicks(10 ** (power - 0.15), 10 ** (power + 0.15))).not.toEqual([]);
});
