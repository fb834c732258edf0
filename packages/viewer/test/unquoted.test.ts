import { expect, test } from "vitest";
import { unquoted } from "../page/cell/unquoted.ts";

test.each([
  ["“6 boxes of 7”", "6 boxes of 7"],
  ['"6 boxes of 7"', "6 boxes of 7"],
  ["„sechs“", "sechs"],
  [" «six» ", "six"],
  ["6 boxes of 7", "6 boxes of 7"],
  ['"a" and "b"', '"a" and "b"'],
  ["It says “six”", "It says “six”"],
  ['"', '"'],
  ["", ""],
])("%s is shown between quotation marks of the page as %s", (given, shown) => {
  expect(unquoted(given)).toBe(shown);
});
