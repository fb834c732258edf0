import { expect, test } from "vitest";
import { narrowRows } from "./narrow-rows.ts";

const rows = [
  ["agent", "rate", "time", "verdict"],
  ["one", "50 %", "1.0 s", "first"],
];

test("what does not fit is left out in order, and named", () => {
  const at = (columns?: number) => narrowRows(rows, ["none", "time", "rate"], columns);
  expect(at()).toEqual(["agent  rate  time   verdict", "one    50 %  1.0 s  first"]);
  expect(at(27)).toEqual(at());
  expect(at(26)).toEqual(["agent  rate  verdict", "one    50 %  first", "Left out for want of width: time."]);
  expect(at(5)).toEqual(["agent  verdict", "one    first", "Left out for want of width: time, rate."]);
});
