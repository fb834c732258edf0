import { expect, test } from "vitest";
import { tidyAll } from "./tidy-all.ts";

test("what binary fractions leave behind goes", () => {
  expect(tidyAll(0.1 + 0.2)).toBe(0.3);
  expect(tidyAll(2.9999999999999996)).toBe(3);
});

test("a small number stays one, and everything that is no number stays as it is", () => {
  const data = { p: 1.23456789012345e-20, list: [1 / 3, 7, null], text: "0.30000000000000004", is: true };
  expect(tidyAll(data)).toEqual({ ...data, p: 1.23456789012e-20, list: [0.333333333333, 7, null] });
});
