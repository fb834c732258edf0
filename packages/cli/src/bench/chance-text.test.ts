import { expect, test } from "vitest";
import { chanceText } from "./chance-text.ts";

test("a chance says of how many cases it is where some have fewer results", () => {
  expect(chanceText({ k: 3, value: 0.5, cases: 4 }, 4)).toBe("50 %");
  expect(chanceText({ k: 3, value: 1, cases: 1 }, 4)).toBe("100 % of the 1 with 3 results");
});
