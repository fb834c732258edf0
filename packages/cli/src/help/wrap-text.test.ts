import fc from "fast-check";
import { expect, test } from "vitest";
import { wrapRows, wrapText } from "./wrap-text.ts";

test("no line is longer than asked for, unless one word is, and no word is lost", () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  fc.assert(
    fc.property(fc.array(word), fc.integer({ min: 12, max: 60 }), (words, width) => {
      const lines = wrapText(words.join(" "), width);
      expect(lines.every((line) => line.length <= width)).toBe(true);
      expect(lines.join(" ").split(" ").filter(Boolean)).toEqual(words);
    }),
  );
});

test("meanings stand beside names, and below a name that is too long", () => {
  const rows = [
    ["--runs", "How often each case runs, from 1"],
    ["--a-very-long-name <value>", "Below it"],
  ] as const;
  expect(wrapRows(rows, { width: 34, nameWidth: 6 })).toEqual([
    "  --runs  How often each case",
    "          runs, from 1",
    "  --a-very-long-name <value>",
    "          Below it",
  ]);
});

test("where there is no room beside names, all meanings stand below them", () => {
  const rows = [
    ["runs  ", "How often each case runs, from 1"],
    ["--a-very-long-name <value> <value>", "Below it"],
  ] as const;
  expect(wrapRows(rows, { width: 30, nameWidth: 8 })).toEqual([
    "  runs",
    "      How often each case",
    "      runs, from 1",
    "  --a-very-long-name <value>",
    "  <value>",
    "      Below it",
  ]);
});
