import { expect, test } from "vitest";
import { firstNamed } from "./first-named.ts";

test("so many are named, and the others counted", () => {
  expect(firstNamed([], 2)).toBe("");
  expect(firstNamed(["a", "b"], 2)).toBe("a, b");
  expect(firstNamed(["a", "b", "c"], 2)).toBe("a, b and 1 more");
  expect(firstNamed([{ id: "a" }, { id: "b" }], 1, ({ id }) => `"${id}"`)).toBe('"a" and 1 more');
});
