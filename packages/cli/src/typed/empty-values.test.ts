import { expect, test } from "vitest";
import { withEmptyValues } from "./empty-values.ts";

test("a flag that was given nothing by = is the flag and an empty value", () => {
  expect(withEmptyValues(["bench", "--model=", "-m=", "a.json"])).toEqual([
    ...["bench", "--model", "", "-m", "", "a.json"],
  ]);
});

test("what has a value, and what stands behind --, stays as it was typed", () => {
  const words = ["bench", "--model==", "--model=a", "a=", "--=", "--", "--model="];
  expect(withEmptyValues(words)).toEqual(words);
});
