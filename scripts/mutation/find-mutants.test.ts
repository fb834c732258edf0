import { expect, test } from "vitest";
import { findMutants } from "./find-mutants.ts";

const changed = (text: string) =>
  findMutants(text).map(({ start, end, put }) => text.slice(0, start) + put + text.slice(end));

test.each([
  ["a < b", ["a <= b"]],
  ["a && !b", ["a || !b", "a && b"]],
  ["const x = a ? 1 : 2", ["true ? 1 : 2", "false ? 1 : 2", "a ? (1 + 1) : 2", "a ? 1 : (2 + 1)"]],
  [
    "let i = 0; i++; i += 2;",
    ["(0 + 1); i++; i += 2;", "0; i--; i += 2;", "0; ; i += 2;", "0; i++; i -= 2;"],
  ],
  ["Math.min(a)", ["Math.max(a)"]],
  ["import x from 'x'; type T = 1 | true;", []],
])("%s", (text, expected) => {
  for (const each of expected) expect(changed(text).some((all) => all.includes(each))).toBe(true);
  if (expected.length === 0) expect(changed(text)).toEqual([]);
});

test("every mutant tells its line and what it changes", () => {
  expect(findMutants("const a = 1;\nif (a > 2) b();")).toEqual([
    expect.objectContaining({ line: 1, column: 11, what: "1 → (1 + 1)" }),
    expect.objectContaining({ line: 2, what: "a > 2 → true" }),
    expect.objectContaining({ line: 2, what: "a > 2 → false" }),
    expect.objectContaining({ line: 2, what: "> → >=" }),
    expect.objectContaining({ line: 2, what: "2 → (2 + 1)" }),
    expect.objectContaining({ line: 2, what: "b(); → ;" }),
  ]);
});
