import { expect, test } from "vitest";
import { hasMoreValues } from "./value-count.ts";

const more = (value: unknown, most: number) => hasMoreValues(Buffer.from(JSON.stringify(value)), most);

test.each([
  [{}, 2],
  [[1, 2, 3], 4],
  [{ a: [{}, {}], b: 1 }, 7],
  [["a,b", 'c",[{', "d\\", "\\\\", '\\"', ","], 7],
] as const)("%j has at most so many values", (value, values) => {
  expect(more(value, values)).toBe(false);
  expect(more(value, values - 1)).toBe(true);
});

test("strings without an end and long rows of backslashes take no time", () => {
  expect(hasMoreValues(Buffer.from(`["${"\\".repeat(5_000_000)}`), 2)).toBe(false);
  expect(hasMoreValues(Buffer.from(`["${'\\"'.repeat(1_000_000)},,,,`), 2)).toBe(false);
});
