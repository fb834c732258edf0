import { TypeValidationError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { isRetryable, retryAfterMs } from "./retryable.ts";
import { reportedError } from "./stream-failed-error.ts";

const circle: Record<string, unknown> = {};
circle.self = circle;

test.each<[unknown, string, boolean]>([
  [{ type: "overloaded_error", message: "Overloaded" }, "Overloaded", true],
  [{ error: { type: "server_error", message: "It broke" } }, "It broke", true],
  [{ error: "busy" }, "busy", false],
  ["busy\n\u001b[31mnow", "busy now", false],
  [{ code: 7 }, '{"code":7}', false],
  [{ message: "No money", code: "insufficient_quota", isRetryable: true }, "No money", false],
  [undefined, "The provider reported an error without saying which.", false],
  [circle, "The provider reported an error without saying which.", false],
])("%j is told in the provider's own words", (reported, message, retryable) => {
  const error = reportedError(reported);
  expect(error).toMatchObject({ name: "StreamFailedError", code: "stream-failed", message, retryable });
  expect([error.cause, isRetryable(error)]).toEqual([reported, isRetryable(reported)]);
});

test("an error stays itself", () => {
  const error = new TypeError("a");
  expect(reportedError(error)).toBe(error);
});

test("how long to wait is still known", () => {
  const info = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" };
  expect(retryAfterMs(reportedError({ message: "Slow down", details: [info] }))).toBe(3_000);
});

test.each<[unknown, string | undefined]>([
  [
    { type: "response.failed", response: { error: { code: "server_error", message: "It broke" } } },
    "It broke",
  ],
  [{ type: "error", message: "It broke" }, "It broke"],
  [{ error: { message: "It broke" } }, "It broke"],
  [{ type: "response.completed", response: { error: null } }, undefined],
  [{ choices: [{ message: "It broke" }] }, undefined],
  ["It broke", undefined],
])(
  "an event that its package does not take is an error of the provider when it says so: %j",
  (value, message) => {
    const error = new TypeValidationError({ value, cause: new Error("sequence_number is missing") });
    if (message === undefined) expect(reportedError(error)).toBe(error);
    else expect(reportedError(error)).toMatchObject({ code: "stream-failed", message });
  },
);
