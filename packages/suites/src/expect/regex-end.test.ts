import { expect, test } from "vitest";
import { anotherBehindRegex } from "./regex-end.ts";

test.each([
  ["backslashes without end", `/${"\\".repeat(100_000)}/ x/`],
  ["slashes without end", `/${"/ ".repeat(50_000)}x/`],
  ["joining words without end", `/x/ ${"and ".repeat(25_000)}x/`],
  ["blanks without end", `/x/${" ".repeat(100_000)}x/`],
])("%s are looked through once", (_what, text) => {
  const before = performance.now();
  expect(anotherBehindRegex(text, "output matches ")).toBeNull();
  // A second look at every sign would take minutes.
  expect(performance.now() - before).toBeLessThan(10_000);
});
