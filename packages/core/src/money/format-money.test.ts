import { expect, test } from "vitest";
import { formatCellCost, formatMoney } from "./format-money.ts";

test.each([
  [0, "$0.00"],
  [1.614, "$1.61"],
  [0.0995, "$0.10"],
  [0.0536, "$0.054"],
  [0.00018347, "$0.00018"],
  [1234.5, "$1234.50"],
])("%d is %s", (usd, text) => {
  expect(formatMoney(usd)).toBe(text);
});

test.each([
  [0, "$0.0000"],
  [0.0121, "$0.0121"],
  [0.000041, "$0.000041"],
  [2.5, "$2.5000"],
])("a cell of %d costs %s", (usd, text) => {
  expect(formatCellCost(usd)).toBe(text);
});
