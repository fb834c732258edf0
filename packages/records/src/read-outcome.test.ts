import { expect, test } from "vitest";
import { readOutcome } from "./read-outcome.ts";
import { createRedactor, redacted } from "./redact.ts";

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

test.each<[unknown, string]>([
  [undefined, 'An outcome is undefined. Give an object such as { kind: "passed", score: 1 }.'],
  ["passed", "An outcome is of type string."],
  [{}, "The kind of an outcome is undefined. Give one of passed, failed, errored,"],
  [{ kind: "grand" }, 'The kind of an outcome is "grand".'],
  [{ kind: { passed: true } }, "The kind of an outcome is of type object."],
  [{ kind: "passed" }, "The score of an outcome is undefined. Give a number from 0 to 1."],
  [{ kind: "passed", score: Number.NaN }, "is NaN"],
  [{ kind: "failed", score: 1.01 }, "is 1.01"],
  [{ kind: "failed", score: -0.5 }, "is -0.5"],
  [{ kind: "failed", score: "1" }, "is of type string"],
  [{ kind: "passed", score: Object.create(null) }, "is of type object"],
  [{ kind: "errored" }, "The error of an outcome is undefined. Give an error with name and message."],
  [{ kind: "errored", error: "oops" }, "is of type string"],
  [{ kind: "unscored", error: { message: "m" } }, "The name of an outcome's error is undefined. Give text."],
  [{ kind: "unscored", error: { name: 5, message: "m" } }, "is 5"],
  [{ kind: "unscored", error: { name: "E" } }, "The message of an outcome's error is undefined."],
  [{ kind: "infrastructure", error: { ...error, code: 404 } }, "The code of an outcome's error is 404."],
  [{ kind: "timed-out" }, "afterMs of the outcome timed-out is undefined. Give the milliseconds"],
  [{ kind: "timed-out", afterMs: -1 }, "is -1"],
  [{ kind: "timed-out", afterMs: Number.POSITIVE_INFINITY }, "is Infinity"],
  [{ kind: "cancelled" }, "The reason of the outcome cancelled is undefined. Give text."],
])("%o is none", (value, sentence) => {
  expect(() => readOutcome(value)).toThrow(
    expect.objectContaining({ code: "invalid-record", message: expect.stringContaining(sentence) }),
  );
});

test("an unknown kind is shown without its secrets, and a long one not at all", () => {
  const env = { API_TOKEN: "value-of-the-token" };
  const { text } = createRedactor({ env });
  expect(() => readOutcome({ kind: `a ${env.API_TOKEN}` }, text)).toThrow(`is "a ${redacted}".`);
  expect(() => readOutcome({ kind: `${"a".repeat(30)} ${env.API_TOKEN}` })).toThrow("is of type string.");
});

test("each member is read once", () => {
  let reads = 0;
  const sly = {
    kind: "passed",
    get score() {
      reads += 1;
      return reads === 1 ? 1 : 5;
    },
  };
  expect(readOutcome(sly)).toEqual({ kind: "passed", score: 1 });
});
