import { expect, test } from "vitest";
import { alignColumns } from "./align-columns.ts";
import { cutToWidth, displayWidth } from "./display-width.ts";

test.each([
  ["plain", 5],
  ["日本", 4],
  ["한글", 4],
  ["é", 1],
  ["e\u0301", 1],
  ["👍", 2],
  ["👨‍👩‍👧", 2],
  ["🇩🇪", 2],
  ["Δ ± – ", 6],
  ["c0 ✓ · 1.0 → 0.5 (−0.5) │ naïve…", 32],
  ["soft\u00ADhyphen", 10],
  ["ＡＢ", 4],
  ["a\u200Bb", 2],
  ["", 0],
])("%s takes %d columns", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test("a text is cut by columns, not by characters", () => {
  expect(cutToWidth("日本語の名前", 7)).toBe("日本語…");
  expect(cutToWidth("short", 7)).toBe("short");
  expect(cutToWidth("exactly", 7)).toBe("exactly");
  expect(cutToWidth("one more", 7)).toBe("one mo…");
});

test("columns are padded by what is shown, and nothing trails", () => {
  expect(
    alignColumns([
      ["日本", "1"],
      ["a", "2"],
      ["abc", ""],
    ]),
  ).toEqual(["日本  1", "a     2", "abc"]);
});
