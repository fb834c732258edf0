import { expect, test } from "vitest";
import { shownOutput } from "./shown-output.ts";

test("an output of up to 256 KB is shown whole", () => {
  for (const text of ["", "short", "x".repeat(256 * 1024), "é".repeat(128 * 1024)])
    expect(shownOutput(text)).toEqual({ text });
});

test("of a longer one the beginning and the end are shown, and how much is missing", () => {
  const { text, leftOut } = shownOutput(`first ${"x".repeat(3 * 2 ** 20)} last`);
  expect(Buffer.byteLength(text)).toBeLessThan(257 * 1024);
  expect(text).toMatch(/^first x+\n\[2,883,595 bytes of the output are not shown here\]\nx+ last$/);
  expect(leftOut).toBe("only the first and the last 128 KB of the output of 3,073 KB are shown");
});

test("no letter is cut", () => {
  for (const pad of ["", "a", "ab", "abc"]) {
    const { text } = shownOutput(`${pad}${"𝛑é字".repeat(60_000)}`);
    expect(text).not.toContain("\ufffd");
    expect(text.isWellFormed()).toBe(true);
  }
});
