import { expect, test } from "vitest";
import { firstWords } from "./first-words.ts";

test.each([
  ["lines and blanks", " <html>\n\t<body> Log in ", "<html> <body> Log in"],
  ["orders to a terminal", "a\u001b[31mred\u001b[0m\u0007\u202eb", "aredb"],
  ["a starred key", 'Incorrect key: "sk-pr****wxyz". Look', 'Incorrect key: "[redacted]". Look'],
  ["stars that are no key", "**bold**", "**bold**"],
])("%s", (_, text, words) => {
  expect(firstWords(text)).toBe(words);
});

test("a long one is cut", () => {
  expect(firstWords("x".repeat(1_000_000), 10)).toBe(`${"x".repeat(9)}…`);
});
