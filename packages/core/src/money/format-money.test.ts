import { expect, test } from "vitest";
import { formatCellCost, formatMoney, formatMoneyApart, formatMoneyOf } from "./format-money.ts";

test.each([
  [0, "$0.00"],
  [1.614, "$1.61"],
  [0.0995, "$0.10"],
  [0.0536, "$0.054"],
  [0.00018347, "$0.00018"],
  [1234.5, "$1234.50"],
  [0.0185, "$0.019"],
  [0.05 - 0.0315, "$0.019"],
  [0.01 + 0.0085, "$0.019"],
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

test.each([
  [
    [0.0171, 0.0174],
    ["$0.0171", "$0.0174"],
  ],
  [
    [0.0171, 0.02],
    ["$0.017", "$0.020"],
  ],
  [
    [2, 2.000_000_001],
    ["$2.000000000", "$2.000000001"],
  ],
  [
    [0.1 + 0.2, 0.3],
    ["$0.30", "$0.30"],
  ],
])("%j in one sentence are %j", (amounts, texts) => {
  expect(formatMoneyApart(amounts)).toEqual(texts);
});

test.each([
  [1.61, 2, "$1.61 of $2.00"],
  [0.182, 0.18, "$0.182 of $0.180"],
  [0.18, 0.18, "$0.18 of $0.18"],
])("%d of %d is %s", (spent, limit, text) => {
  expect(formatMoneyOf(spent, limit)).toBe(text);
});
