import { expect, test } from "vitest";
import { givenOutcome } from "./given-outcome.ts";

test("an outcome is given back with its own members", () => {
  expect(givenOutcome({ kind: "passed", score: 1, more: 5n })).toEqual({ kind: "passed", score: 1 });
});

test("an error itself will do", () => {
  const thrown = Object.assign(new TypeError("broken"), { code: 404, name: 5 });
  expect(givenOutcome({ kind: "errored", error: thrown, more: 5n })).toEqual({
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
  expect(givenOutcome(value)).toContain(sentence);
});

test("what cannot be read is thrown on", () => {
  const broken = {
    get kind() {
      throw new RangeError("no kind today");
    },
  };
  expect(() => givenOutcome(broken)).toThrow("no kind today");
});
