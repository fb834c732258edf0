import { expect, test } from "vitest";
import { escapeMarkdown } from "./escape-markdown.ts";
import { plainText } from "./plain-text.ts";

test("text from outside becomes one harmless line", () => {
  expect(plainText("a\u001b[31mb\u001b[0m\u0007c")).toBe("abc");
  expect(plainText("two\r\nlines\tand a tab")).toBe("two lines and a tab");
  expect(plainText("abc\u202Edef\u2066")).toBe("abcdef");
  expect(plainText("\u0000\n")).toBe("(no name)");
});

test("markdown and HTML lose their meaning, ordinary names stay as they are", () => {
  expect(escapeMarkdown("single-generator")).toBe("single-generator");
  expect(escapeMarkdown("plan_and_execute")).toBe("plan_and_execute");
  expect(escapeMarkdown("_em_ *b* `c` [l](u) ~s~")).toBe("\\_em\\_ \\*b\\* \\`c\\` \\[l\\](u) \\~s\\~");
  expect(escapeMarkdown("a|b\\|c\nd")).toBe("a\\|b\\\\\\|c d");
  expect(escapeMarkdown("<b>&lt;")).toBe("&lt;b&gt;&amp;lt;");
});

test.each([
  ["# best", "\\# best"],
  ["#1", "#1"],
  ["1. plan", "1\\. plan"],
  ["2) plan", "2\\) plan"],
  ["1.5 times", "1.5 times"],
  ["- a", "\\- a"],
  ["+ a", "\\+ a"],
  ["* a", "\\* a"],
  ["-a", "-a"],
  ["---", "\\---"],
  ["a - b # c 1. d", "a - b # c 1. d"],
])("what begins a heading or a list is a word: %j", (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped);
});

test("nobody is mentioned, and no address is a link", () => {
  expect(escapeMarkdown("https://a.example www.b.example a:b")).toBe(
    "https:\u2060//a.example www\u2060.b.example a:b",
  );
  expect(escapeMarkdown("@team and (@x), a@b.c, @")).toBe("@\u2060team and (@\u2060x), a@b.c, @");
});
