import { expect, test } from "vitest";
import { requirePasses } from "./passes.ts";

test.each([
  [{ passed: 4, runs: 3 }, "passed must be at most the number of runs (3), but it is 4"],
  [{ passed: -1, runs: 3 }, "passed must be a whole number of at least 0, but it is -1"],
  [{ passed: 0, runs: 2.5 }, "runs must be a whole number of at least 0, but it is 2.5"],
])("refuses %o", (passes, message) => {
  expect(() => requirePasses(passes)).toThrow(message);
});

test("accepts all, none and nothing", () => {
  for (const passed of [0, 3]) expect(() => requirePasses({ passed, runs: 3 })).not.toThrow();
  expect(() => requirePasses({ passed: 0, runs: 0 })).not.toThrow();
});
