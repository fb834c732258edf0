import { expect, test } from "vitest";
import { countFamilies, familiesOf } from "./families.ts";

test("a task that names no family is one of its own", () => {
  const families = familiesOf(["x", undefined, "x", undefined])!;
  expect(families).toEqual(["x", 1, "x", 3]);
  expect(countFamilies(families)).toBe(3);
});

test("there are none where no task has a sibling, named or not", () => {
  expect(familiesOf([])).toBeUndefined();
  expect(familiesOf([undefined, undefined])).toBeUndefined();
  expect(familiesOf(["x", undefined, "y"])).toBeUndefined();
});
