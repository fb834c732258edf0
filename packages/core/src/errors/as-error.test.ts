import { expect, test } from "vitest";
import { asError, messageOf } from "./as-error.ts";
import { toErrorRecord } from "./error-record.ts";

const hostile = new Proxy(new Error("x"), {
  get() {
    throw new Error("no");
  },
});

test.each([
  [new Error("a"), "a"],
  ["b", "b"],
  [undefined, "undefined"],
  [Symbol("c"), "Symbol(c)"],
  [Object.create(null), "something that cannot be shown"],
  [hostile, "something that cannot be shown"],
  [{ statusCode: 503, message: "overloaded" }, "overloaded"],
  [Object.assign(Object.create(null), { message: "bare" }), "bare"],
  [{ status: 429, error: { message: "rate limited" } }, "rate limited"],
  [{ status: 429, error: "rate limited" }, "rate limited"],
  [{ status: 500, headers: { authorization: "secret" } }, "an object without a message (status, headers)"],
  [{}, "an object without a message"],
  [[new Error("a"), "b"], "a; b"],
  [[], "an object without a message"],
  [new Error(""), "Error without a message"],
  [new TypeError(""), "TypeError without a message"],
  [Object.assign(new Error(""), { code: "ECONNREFUSED" }), "Error without a message (ECONNREFUSED)"],
  [new AggregateError([new Error("a"), new TypeError(""), "c"]), "a; TypeError without a message; c"],
  [new AggregateError([new Error("a")], "All failed"), "All failed"],
  [new AggregateError([1, 2, 3, 4, 5, 6, 7]), "1; 2; 3; 4; 5; and 2 more"],
  [new AggregateError([]), "AggregateError without a message"],
  [new Error("", { cause: new Error("no route") }), "no route"],
  [Object.assign(new Error(""), { message: 404 }), "404"],
  [new Date(0), String(new Date(0))],
])("whatever was thrown can be told (%#)", (thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
  expect(toErrorRecord(thrown).message).toBe(message);
});

test("an error stays itself, anything else becomes the cause of one", () => {
  const error = new TypeError("a");
  expect(asError(error)).toBe(error);
  expect(asError("b")).toMatchObject({ message: "b", cause: "b" });
});

test("what holds itself comes to an end", () => {
  const circle = new AggregateError([]);
  circle.errors.push(circle, new Error("a"));
  expect(messageOf(circle)).toContain("AggregateError without a message");
});

test("an object that was thrown tells what it says as an error too", () => {
  const thrown = { statusCode: 503, message: "overloaded" };
  expect(asError(thrown)).toMatchObject({ message: "overloaded", cause: thrown });
});
