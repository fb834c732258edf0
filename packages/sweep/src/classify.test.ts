import { BudgetExceededError, CallTimeoutError } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { httpError } from "../test/support/sweeping.ts";
import { CellStoppedError } from "./cell-stopped-error.ts";
import { classify } from "./classify.ts";

const spent = new BudgetExceededError({ account: "cell", limitUsd: 1, spentUsd: 2 });

test.each<[string, unknown, string, boolean]>([
  ["a spent limit", spent, "over-budget", false],
  ["one that is wrapped", new Error("block failed", { cause: spent }), "over-budget", false],
  ["one among several", new AggregateError([new Error("a"), spent]), "over-budget", false],
  ["a rate limit", httpError(429), "infrastructure", true],
  ["an outage", new Error("block failed", { cause: httpError(503) }), "infrastructure", true],
  ["a call that hung", new CallTimeoutError("acme/one", 1000), "infrastructure", true],
  ["a connection", Object.assign(new Error("x"), { code: "ECONNRESET" }), "infrastructure", true],
  ["a bad request", httpError(400), "errored", false],
  ["a bug", new TypeError("x is not a function"), "errored", false],
  ["no error at all", undefined, "errored", false],
  ["an abort", new DOMException("stop", "AbortError"), "cancelled", false],
  ["a stop", new CellStoppedError("c", { type: "cancelled", reason: "r" }), "cancelled", false],
])("%s", (_, error, kind, retry) => {
  const classification = classify(error);
  expect([classification.outcome.kind, classification.retry]).toEqual([kind, retry]);
});

test("knows how long the provider asks to wait, and whether it has too much to do", () => {
  expect(classify(httpError(429, { "retry-after": "7" }))).toMatchObject({
    retryAfterMs: 7000,
    throttled: true,
  });
  expect(classify(httpError(500))).toMatchObject({ throttled: false });
});
