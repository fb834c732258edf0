import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test.each([
  ["plain 🙂\n\ttwo lines", "plain 🙂\n\ttwo lines"],
  ["windows\r\nlines", "windows\nlines"],
  ["\u001b[31mred\u001b[0m\u0007", "red\ufffd"],
  ["user\u202enimda\u200b", "user\ufffdnimda\ufffd"],
  ["half \ud83d", "half \ufffd"],
])("%j is printed as %j", (text, safe) => {
  expect(printable(text, 100)).toBe(safe);
});

test("what is longer is cut at its end, or at its start", () => {
  expect(printable("abcdef", 6)).toBe("abcdef");
  expect(printable("abcdefg", 6)).toBe("abcde…");
  expect(printable("abcdefg", 6, "end")).toBe("…cdefg");
  expect(printable("x".repeat(1000), 3, "end")).toBe("…xx");
});
