import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test("a text that is too long has its start, its end and what is missing between them", () => {
  expect(cutText("abcdef", 6)).toBe("abcdef");
  expect(cutText("abcdefghi", 3)).toBe("a\n[… 6 characters left out …]\nhi");
  expect(cutText("abc", 0)).toBe("\n[… 3 characters left out …]\n");
  expect(cutText("a😀😀b", 3)).toBe("a\n[… 3 characters left out …]\n\ufffdb");
});

test("what is left out is not held in memory", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: 10 }, (_, at) => cutText(`${"x".repeat(5_000_000)}${at}`, 100));
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect(kept).toHaveLength(10);
});
