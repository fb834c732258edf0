import { expect, test } from "vitest";
import { readOutcome } from "./read-outcome.ts";

test("an outcome is given back with its own members", () => {
  expect(readOutcome({ kind: "passed", score: 1, more: 5n })).toEqual({ kind: "passed", score: 1 });
});

test("an error itself will do", () => {
  const thrown = Object.assign(new TypeError("broken"), { code: 404, name: 5 });
  expect(readOutcome({ kind: "errored", error: thrown, more: 5n })).toEqual({
    kind: "errored",
    error: { name: "Error", message: "broken" },
  });
});

test.each<[unknown, string]>([
  [undefined, "An outcome is undefined."],
  [{ error: new Error("no kind") }, "The kind of an outcome is undefined."],
  [{ kind: "passed", score: 2 }, "The score of an outcome is 2. Give a number from 0 to 1."],
  [{ kind: "errored", error: "oops" }, "The error of an outcome is of type string."],
])("of %o it is told what is wrong", (value, sentence) => {
  expect(readOutcome(value)).toContain(sentence);
});

test("what cannot be read is thrown on", () => {
  const broken = {
    get kind() {
      throw new RangeError("no kind today");
    },
  };
  expect(() => readOutcome(broken)).toThrow("no kind today");
});
