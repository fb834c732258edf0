import { expect, test } from "vitest";
import { formatDuration } from "./format-duration.ts";

test.each([
  [0, "0 ms"],
  [812, "812 ms"],
  [999.6, "1.0 s"],
  [9949, "9.9 s"],
  [9951, "10 s"],
  [59_400, "59 s"],
  [59_600, "1 m"],
  [220_000, "3 m 40 s"],
  [3_600_000, "1 h"],
  [7_500_000, "2 h 5 m"],
])("%d ms is %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
