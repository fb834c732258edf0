import fc from "fast-check";
import { expect, test } from "vitest";
import { displayWidth } from "./display-width.ts";
import { wrapLine } from "./wrap-line.ts";

test("a line that fits stays as it is", () => {
  expect(wrapLine("  two blanks  inside", 20)).toEqual(["  two blanks  inside"]);
  expect(wrapLine("", 5)).toEqual([""]);
});

test("what goes on stands behind the beginning", () => {
  expect(wrapLine("  debate: no difference seen.", 20)).toEqual(["  debate: no", "    difference seen."]);
  expect(wrapLine("Coverage 144 of 144 cells.", 16)).toEqual(["Coverage 144 of", "  144 cells."]);
});

test("a word that is longer than a line is broken, between what a terminal draws as one", () => {
  expect(wrapLine("a/very/long/path here", 10)).toEqual(["a/very/lon", "  g/path", "  here"]);
  expect(wrapLine("日本語の名前の行です", 11)).toEqual(["日本語の名", "  前の行で", "  す"]);
});

test("no line is wider than was asked for, and no word is lost", () => {
  const words = fc.array(
    fc.string({ unit: fc.constantFrom("a", "b", "-", "é", "語", "👩‍🚀"), maxLength: 12 }),
  );
  const text = fc
    .tuple(fc.constantFrom("", "  ", "    "), words)
    .map(([blanks, all]) => blanks + all.join(" "));
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 60 }), (line, columns) => {
      const lines = wrapLine(line, columns);
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
      expect(lines.join("").replaceAll(" ", "")).toBe(line.replaceAll(" ", ""));
    }),
  );
});

test("a number stays with its unit", () => {
  const line = "$1.61 of $2.00 · 3 m 40 s · 95 % of 24 tasks, 2 more sat";
  const lines = Array.from({ length: 50 }, (_, at) => wrapLine(line, at + 20)).flat();
  expect(lines.filter((each) => /^ *(%|[ms])( |$)/.test(each))).toEqual([]);
  expect(wrapLine("it took 12 s more", 11)).toEqual(["it took", "  12 s more"]);
});
