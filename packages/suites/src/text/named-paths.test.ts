import { expect, test } from "vitest";
import { namedPaths, shortPath } from "./named-paths.ts";

test("a path of 4 kB is cut in its midst, and its end is there", () => {
  const short = shortPath(`src/${"deep/".repeat(800)}a.test.ts`);
  expect(short).toHaveLength(160);
  expect(short).toMatch(/^src\/deep\/.*…(?:.*\/)?deep\/a\.test\.ts$/);
  expect(shortPath("x".repeat(160))).toBe("x".repeat(160));
  expect(shortPath("😀".repeat(200)).isWellFormed()).toBe(true);
});

test("of many paths the first five are named", () => {
  expect(namedPaths(["a", "b"])).toBe("a, b");
  expect(namedPaths(["a", "b", "c", "d", "e", "f", "g"])).toBe("a, b, c, d, e and 2 more");
});
