import { expect, test } from "vitest";
import { isDeeperThan } from "./json-depth.ts";

test.each<[unknown, number]>([
  ["text", 0],
  [null, 0],
  [{}, 1],
  [[1, 2], 1],
  [{ a: 1, b: [{ c: [] }] }, 4],
])("%j has %i levels", (value, levels) => {
  expect(isDeeperThan(levels, value)).toBe(false);
  if (levels > 0) expect(isDeeperThan(levels - 1, value)).toBe(true);
});

test("however deep it is", () => {
  expect(isDeeperThan(256, JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`))).toBe(true);
});
