import { expect, test } from "vitest";
import { firstLeftOut, leftOutLine, leftOutOf } from "./left-out.ts";

test("what is left out is read from the top of a patch, and from nowhere else", () => {
  const top = leftOutLine("a b (added, 9 bytes)") + leftOutLine("2 more");
  const patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+# left out: x\n# left out: y\n";
  expect(leftOutOf(top + patch)).toEqual(["a b (added, 9 bytes)", "2 more"]);
  expect(leftOutOf(patch)).toEqual([]);
  expect(leftOutOf("")).toEqual([]);
  expect(firstLeftOut(["a"])).toBe("a");
  expect(firstLeftOut(["a", "b"])).toBe("a and more");
});
