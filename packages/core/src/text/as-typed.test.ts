import { expect, test } from "vitest";
import { asTyped } from "./as-typed.ts";

test.each([
  ["“Don’t”", `"Don't"`],
  ["e‑mail, 1914–1918", "e-mail, 1914-1918"],
  ["hello\u200B wor\u00ADld\uFEFF", "hello world"],
  ["naïve 👩‍🔬", "naïve 👩‍🔬"],
])("%s is %s", (text, typed) => {
  expect(asTyped(text)).toBe(typed);
});
