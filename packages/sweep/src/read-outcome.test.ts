import { expect, test } from "vitest";
import { readOutcome } from "./read-outcome.ts";

const error = { name: "E", message: "m" };

test.each([
  { kind: "passed", score: 1 },
  { kind: "failed", score: 0 },
  { kind: "errored", error },
  { kind: "over-budget", error: { ...error, code: "c" } },
  { kind: "unscored", error },
  { kind: "infrastructure", error },
  { kind: "timed-out", afterMs: 0 },
  { kind: "cancelled", reason: "" },
])("%j is an outcome, and more beside it is left out", (outcome) => {
  expect(readOutcome(outcome)).toEqual(outcome);
  expect(readOutcome({ ...outcome, more: 5n })).toEqual(outcome);
});

test("an error itself will do", () => {
  const thrown = Object.assign(new TypeError("broken"), { code: 404, name: 5 });
  expect(readOutcome({ kind: "errored", error: thrown })).toEqual({
    kind: "errored",
    error: { name: "Error", message: "broken" },
  });
});

test.each<[unknown, string]>([
  [undefined, "An outcome has to be an object"],
  ["passed", 'and "passed" is none'],
  [{}, "The kind of an outcome has to be one of passed, failed"],
  [{ kind: "grand" }, 'and "grand" is none'],
  [{ kind: "passed" }, "The score of an outcome has to be a number from 0 to 1, and undefined is none."],
  [{ kind: "passed", score: Number.NaN }, "and NaN is none"],
  [{ kind: "failed", score: 1.01 }, "and 1.01 is none"],
  [{ kind: "failed", score: "1" }, 'and "1" is none'],
  [{ kind: "passed", score: Object.create(null) }, "and an object is none"],
  [{ kind: "errored" }, "The outcome errored needs an error with name and message, and undefined is none."],
  [{ kind: "errored", error: "oops" }, 'and "oops" is none'],
  [{ kind: "unscored", error: { message: "m" } }, "needs an error whose name is text, and undefined is none"],
  [
    { kind: "unscored", error: { name: 5, message: "m" } },
    "needs an error whose name is text, and 5 is none",
  ],
  [{ kind: "unscored", error: { name: "E" } }, "needs an error whose message is text"],
  [{ kind: "infrastructure", error: { ...error, code: 404 } }, "has an error whose code is no text: 404."],
  [{ kind: "timed-out" }, "The outcome timed-out needs afterMs"],
  [{ kind: "timed-out", afterMs: -1 }, "and -1 is none"],
  [{ kind: "timed-out", afterMs: Number.POSITIVE_INFINITY }, "and Infinity is none"],
  [{ kind: "cancelled" }, "The outcome cancelled needs a reason in words, and undefined is none."],
])("%o is none", (value, sentence) => {
  expect(readOutcome(value)).toContain(sentence);
});
