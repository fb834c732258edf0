import { expect, test } from "vitest";
import { tidy } from "./tidy.ts";

test("what binary fractions leave behind goes", () => {
  expect(tidy(0.8 - 0.5)).toBe(0.3);
  expect(Object.is(tidy(-1e-20), 0)).toBe(true);
});
