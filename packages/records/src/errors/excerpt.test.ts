import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

test("a short text stays, a long one is cut, and stays valid Unicode", () => {
  expect(excerpt("abc", 3)).toBe("abc");
  expect(excerpt("abcd", 3)).toBe("abc…");
  expect(excerpt("a😀b", 2)).toBe("a\ufffd…");
});

test("what a terminal would obey is written out", () => {
  expect(excerpt("a\u001b[2J\u009b2J\u202e\n", 20)).toBe("a\\u001b[2J\\u009b2J\\u202e\\u000a");
});
