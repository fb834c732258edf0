import { expect, test } from "vitest";
import { missingLines } from "./same-output.ts";

const printed = "a  1\nb  2\ntook 12 s · run 91c0\n";

test.each([
  ["a  1\nb  2\ntook 3.5 ms · run 7f3a\n", []],
  ["a   1\n…\ntook 3 s · run 7f3a\n", []],
  ["…\nb  2\n…\n", []],
  ["a  1\nb  2\n", ["and no more, but: took <time> · run <id>"]],
  ["a  1\nb  3\n…\n", ["b  3"]],
  ["…\nb  2\na  1\n", ["a  1"]],
])("%j", (shown, missing) => {
  expect(missingLines(shown, printed)).toEqual(missing);
});
