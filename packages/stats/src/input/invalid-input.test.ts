import { expect, test } from "vitest";
import { InvalidInputError } from "./invalid-input.ts";

test("the message says what must be, what is, and what to do", () => {
  const error = new InvalidInputError("passed", "at most the number of runs (3)", 4);
  expect(error).toBeInstanceOf(RangeError);
  expect(error).toMatchObject({ name: "InvalidInputError", code: "invalid-statistics-input" });
  expect(error.message).toBe(
    "passed must be at most the number of runs (3), but it is 4; correct it before asking for statistics.",
  );
});

test.each([
  ["a word", '"a word"'],
  [[1, 2], "a list of 2"],
  [Number.NaN, "NaN"],
])("shows %o as %s", (value, shown) => {
  expect(new InvalidInputError("x", "fine", value).message).toContain(`but it is ${shown};`);
});
