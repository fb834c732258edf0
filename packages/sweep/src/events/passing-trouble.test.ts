import { expect, test } from "vitest";
import { passingTrouble } from "./passing-trouble.ts";

const error = { name: "E", message: "m" };

test.each([
  ["its status", { status: 429, code: "rate-limit", retryable: true }, "HTTP 429"],
  ["what went wrong under a good status", { status: 200, code: "connection-cut" }, "connection-cut"],
  ["else its code", { code: "ECONNREFUSED" }, "ECONNREFUSED"],
  ["no code that is a text", { code: "key sk-1 is busy", retryable: true }, null],
  ["nothing when nothing is known", {}, null],
])("a call that failed tells %s", (_, facts, answer) => {
  expect(passingTrouble({ status: "failed", error: { ...error, ...facts } })).toEqual({ answer });
});

test("what would fail again, was cut off or was answered is no passing trouble", () => {
  const hopeless = { ...error, status: 400, retryable: false };
  expect(passingTrouble({ status: "failed", error: hopeless })).toBeUndefined();
  expect(passingTrouble({ status: "aborted", error })).toBeUndefined();
  expect(passingTrouble({ status: "complete" })).toBeUndefined();
});
