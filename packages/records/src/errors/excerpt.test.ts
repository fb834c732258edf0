import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

test("a short text stays, a long one is cut, and stays valid Unicode", () => {
  expect(excerpt("abc", 3)).toBe("abc");
  expect(excerpt("abcd", 3)).toBe("abc…");
  expect(excerpt("a😀b", 2)).toBe("a\ufffd…");
});
