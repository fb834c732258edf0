import { expect, test } from "vitest";
import { shown } from "./shown.ts";

test.each([
  ["plain 🙂", '"plain 🙂"'],
  ['a "quoted" word', '"a \\"quoted\\" word"'],
  ["two\nlines\u001b[2J\u007f", '"two\\nlines\\u001b[2J\\u007f"'],
  ["user\u202enimda\u200b\u{E0061}", '"user\\u202enimda\\u200b\\u{e0061}"'],
  ["half \ud83d", '"half \ufffd"'],
])("%j is shown as %s", (text, quoted) => {
  expect(shown(text)).toBe(quoted);
});

test("what is longer is cut, and no character in two", () => {
  expect(shown("abcdef", 6)).toBe('"abcdef"');
  expect(shown("abcdefg", 6)).toBe('"abcde…"');
  expect(shown("abcd🙂efg", 6)).toBe('"abcd\ufffd…"');
});
