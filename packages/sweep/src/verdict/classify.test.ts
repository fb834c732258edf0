import {
  BudgetExceededError,
  CallTimeoutError,
  MissingKeyError,
  RefusedKeyError,
} from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { httpError } from "../../test/support/sweeping.ts";
import { CellStoppedError } from "../attempt/cell-stopped-error.ts";
import { classify } from "./classify.ts";

const spent = new BudgetExceededError({ account: "cell", limitUsd: 1, spentUsd: 2 });
const noKey = new MissingKeyError({ modelId: "openai/gpt-5", variables: ["OPENAI_API_KEY"] });
const spentQuota = Object.assign(httpError(429), { data: { error: { code: "insufficient_quota" } } });
const route = {
  ...{ modelId: "google/g", model: "g", provider: "google", keySetting: "GEMINI_API_KEY", keySent: true },
  ...{ baseURL: undefined, addressSetting: undefined },
};
const refusedKey = new RefusedKeyError({ route, status: 400, host: "h", said: "", cause: httpError(400) });

test.each<[string, unknown, string, boolean]>([
  ["a spent limit", spent, "over-budget", false],
  ["one that is wrapped", new Error("block failed", { cause: spent }), "over-budget", false],
  ["one among several", new AggregateError([new Error("a"), spent]), "over-budget", false],
  ["one that ended tries", Object.assign(new Error("x"), { lastError: spent }), "over-budget", false],
  ["a rate limit", httpError(429), "infrastructure", true],
  ["an outage", new Error("block failed", { cause: httpError(503) }), "infrastructure", true],
  ["a call that hung", new CallTimeoutError("acme/one", 1000), "infrastructure", true],
  ["a connection", Object.assign(new Error("x"), { code: "ECONNRESET" }), "infrastructure", true],
  ["a bad request", httpError(400), "errored", false],
  ["no key", noKey, "infrastructure", false],
  ["no key, wrapped", new Error("block failed", { cause: noKey }), "infrastructure", false],
  ["a key that is refused", httpError(401), "infrastructure", false],
  ["a key that may not", new Error("block failed", { cause: httpError(403) }), "infrastructure", false],
  ["a spent quota", spentQuota, "infrastructure", false],
  ["no such model", httpError(404), "infrastructure", false],
  ["no money on the account", httpError(402), "infrastructure", false],
  ["a page that a tool did not find", Object.assign(new Error("x"), { statusCode: 404 }), "errored", false],
  ["a page in place of an answer", httpError(200), "infrastructure", true],
  ["a key that is refused with a bad request", refusedKey, "infrastructure", false],
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

test.each([
  ...["missing-key", "missing-package", "invalid-key", "unpriced-model"],
  ...[
    "unknown-provider",
    "malformed-model-id",
    "missing-base-url",
    "unknown-model",
    "spent-quota",
    "not-supported",
  ],
  ...["redirected", "insecure-server", "proxy-refused", "agent-missing", "agent-not-started"],
])("%s is a problem of the setup", (code) => {
  const error = Object.assign(new Error("It has to be set."), { code });
  expect(classify(error)).toEqual({
    outcome: { kind: "infrastructure", error: { name: "Error", message: "It has to be set.", code } },
    ...{ retry: false, setupProblem: code },
  });
});

test("a refused key and a spent quota are problems of the setup", () => {
  expect(classify(httpError(401)).setupProblem).toBe("http-401");
  expect(classify(spentQuota).setupProblem).toBe("insufficient_quota");
  expect(classify(httpError(429)).setupProblem).toBeUndefined();
});

test("knows which provider refused its key, whoever wrapped that", () => {
  expect(classify(new Error("block failed", { cause: refusedKey }))).toMatchObject({
    ...{ setupProblem: "refused-key", keyRefuser: "google" },
  });
  expect(classify(httpError(401))).not.toHaveProperty("keyRefuser");
});
