import { expect, test } from "vitest";
import { formatUsd } from "./format-usd.ts";

test.each([
  [0, "$0.00"],
  [2, "$2.00"],
  [1.5, "$1.50"],
  [0.1 + 0.2, "$0.30"],
  [0.000123, "$0.000123"],
  [1e-9, "$0.000000001"],
  [1234567.891, "$1234567.891"],
])("%d is written %s", (usd, text) => {
  expect(formatUsd(usd)).toBe(text);
});
