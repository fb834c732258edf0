import { expect, test } from "vitest";
import { leadsOut } from "./leads-out.ts";

const copy = (from: string, to: string) => `diff --git a/x b/y\ncopy from ${from}\ncopy to ${to}\n`;

test.each([
  ["../secret", "got"],
  ["/etc/shadow", "got"],
  ["a.txt", "deep/../../got"],
  // As git writes odd names: in quotes, bytes in their numbers.
  ['"\\056\\056/secret"', "got"],
  ['"/etc/sh\\141dow"', "got"],
])("a copy from %s to %s leads out", (from, to) => {
  expect(leadsOut(copy(from, to))).toBe(to === "got" ? from : to);
});

test("names inside lead nowhere, nor does what stands in a file", () => {
  expect(leadsOut(copy("a..b/..c", '"d\\303\\244r"'))).toBeNull();
  expect(leadsOut("--- a/notes\n+++ b/notes\n@@ -0,0 +1 @@\n+copy from ../secret\n")).toBeNull();
});
