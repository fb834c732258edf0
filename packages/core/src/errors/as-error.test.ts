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
])("whatever was thrown can be told (%#)", (thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
  expect(toErrorRecord(thrown).message).toBe(message);
});

test("an error stays itself, anything else becomes the cause of one", () => {
  const error = new TypeError("a");
  expect(asError(error)).toBe(error);
  expect(asError("b")).toMatchObject({ message: "b", cause: "b" });
});
