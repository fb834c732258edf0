import { expect, test } from "vitest";
import { formatAbout } from "./format-about.ts";

test.each([
  [200, "about 1 s"],
  [7_400, "about 7 s"],
  [21_000, "about 20 s"],
  [100_000, "about 2 m"],
  [86 * 60_000, "about 86 m"],
  [130 * 60_000, "about 2 h"],
])("a guess of %d ms is %s", (ms, text) => {
  expect(formatAbout(ms)).toBe(text);
});
