import { APICallError } from "@ai-sdk/provider";
import { RetryError } from "ai";
import { describe, expect, test } from "vitest";
import { FlowError } from "../errors/flow-error.ts";
import { isRetryable, retryAfterMs } from "./retryable.ts";

const apiError = (facts: Partial<ConstructorParameters<typeof APICallError>[0]> = {}) =>
  new APICallError({ message: "no", url: "http://127.0.0.1/", requestBodyValues: {}, ...facts });
const withCode = (code: string) => Object.assign(new Error("no"), { code });
const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });
/** What `generateText` throws when it has tried again in vain. */
const gaveUp = (...errors: unknown[]) =>
  new RetryError({ message: "Failed after 3 attempts.", reason: "maxRetriesExceeded", errors });
/** Errors of the packages of OpenAI and Anthropic are told by their class alone. */
class APIConnectionTimeoutError extends Error {}
class APIConnectionError extends Error {}
const flowError = (retryable: boolean, cause?: unknown) =>
  new FlowError("no", { code: "x", retryable, cause });

describe("passes", () => {
  test.each([408, 409, 429, 500, 502, 503, 504, 529])("status %d", (statusCode) => {
    expect(isRetryable(apiError({ statusCode }))).toBe(true);
    expect(isRetryable({ statusCode })).toBe(true);
  });
  test.each([
    ...["ECONNREFUSED", "ENOTFOUND", "ECONNRESET", "ETIMEDOUT", "ERR_NETWORK"],
    ...["UND_ERR_SOCKET", "UND_ERR_BODY_TIMEOUT"],
  ])("%s", (code) => {
    expect(isRetryable(withCode(code))).toBe(true);
    expect(isRetryable(fetchFailed(withCode(code)))).toBe(true);
    expect(isRetryable(apiError({ statusCode: 200, cause: fetchFailed(withCode(code)) }))).toBe(true);
  });
  test.each<[string, unknown]>([
    ["an error that the AI SDK says may be retried", apiError({ isRetryable: true })],
    ["an error of ours that says so", flowError(true)],
    ["one of ours around an abort, such as a timeout", flowError(true, new DOMException("x", "AbortError"))],
    ["an error of ours inside another", new Error("outer", { cause: flowError(true) })],
    ["fetch failed, for an unknown reason", fetchFailed(undefined)],
    ["a body that broke off", new TypeError("terminated")],
    ["an outage that the AI SDK gave up on", gaveUp(apiError({ statusCode: 503 }))],
    ["one that is wrapped", new Error("no", { cause: gaveUp(apiError({ statusCode: 429 })) })],
    ["a connection that a provider's own package lost", new APIConnectionError("Connection error.")],
    ["one that it waited for too long", new APIConnectionTimeoutError("Request timed out.")],
    [
      "the same as it is in newer versions",
      new APIConnectionTimeoutError("Request timed out.", { cause: new DOMException("", "AbortError") }),
    ],
    [
      "Anthropic's error event",
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    ],
    ["the error in it", { type: "overloaded_error", message: "Overloaded" }],
    [
      "the AI SDK's form of it",
      { message: "Overloaded", type: "overloaded_error", statusCode: 529, isRetryable: true },
    ],
    ["OpenAI's failed response", { type: "response.failed", response: { error: { code: "server_error" } } }],
    ["OpenAI's error event", { type: "error", code: "rate_limit_exceeded", message: "Slow down" }],
  ])("%s", (_, error) => {
    expect(isRetryable(error)).toBe(true);
  });
});

describe("does not pass", () => {
  test.each<[string, unknown]>([
    ...[400, 401, 403, 404, 413, 422].map((statusCode): [string, unknown] => [
      `status ${statusCode}`,
      apiError({ statusCode }),
    ]),
    ["an abort", new DOMException("x", "AbortError")],
    ["an abort inside", apiError({ statusCode: 500, cause: new DOMException("x", "AbortError") })],
    [
      "an abort with a network code below",
      Object.assign(new Error("x"), { name: "AbortError", code: "ECONNRESET" }),
    ],
    ["a spent budget", flowError(false)],
    [
      "a spent budget that cut a call off",
      apiError({ statusCode: 500, isRetryable: true, cause: flowError(false) }),
    ],
    [
      "a spent quota",
      apiError({ statusCode: 429, data: { error: { message: "no", code: "insufficient_quota" } } }),
    ],
    ["a bug", new TypeError("x is not a function")],
    ["a limit of time that somebody has set for himself", new DOMException("x", "TimeoutError")],
    ["a refusal after an outage", gaveUp(apiError({ statusCode: 503 }), apiError({ statusCode: 400 }))],
    ["a spent budget after an outage", gaveUp(apiError({ statusCode: 503 }), flowError(false))],
    ["an invalid request in a stream", { type: "error", error: { type: "invalid_request_error" } }],
    ["nothing", undefined],
    ["a string", "overloaded_error"],
  ])("%s", (_, error) => {
    expect(isRetryable(error)).toBe(false);
  });
  test("what cannot be made a text of", () => {
    const unspeakable = { toString: 1, valueOf: 1 };
    expect(isRetryable({ name: unspeakable, type: unspeakable, code: unspeakable })).toBe(false);
    expect(
      retryAfterMs({ headers: { "retry-after": unspeakable }, details: [{ "@type": unspeakable }] }),
    ).toBe(undefined);
  });
  test("a circle of causes", () => {
    const a: Record<string, unknown> = {};
    a.cause = { cause: a };
    expect(isRetryable(a)).toBe(false);
  });
});

describe("the wait that is asked for", () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0);
  test.each<[Record<string, string>, number | undefined]>([
    [{ "retry-after": "7" }, 7000],
    [{ "Retry-After": "0.5" }, 500],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "150", "retry-after": "7" }, 150],
    [{ "retry-after": "Thu, 01 Jan 2026 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{ "retry-after": "9".repeat(400) }, undefined],
    [{}, undefined],
  ])("%j", (responseHeaders, wait) => {
    expect(retryAfterMs(apiError({ statusCode: 429, responseHeaders }), now)).toBe(wait);
  });

  test("is found below, in a Headers object, and in what Google puts into the body", () => {
    const error = apiError({ responseHeaders: { "retry-after": "2" } });
    expect(retryAfterMs(new Error("outer", { cause: error }))).toBe(2000);
    expect(retryAfterMs({ headers: new Headers({ "Retry-After": "3" }) })).toBe(3000);
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "31.5s" }];
    expect(retryAfterMs(apiError({ data: { error: { code: 429, message: "", status: "", details } } }))).toBe(
      31_500,
    );
    expect(retryAfterMs(undefined)).toBeUndefined();
  });
});
