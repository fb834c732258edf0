import { expect, test } from "vitest";
import { isErrorAlone, isNoCompletion } from "./no-completion.ts";

const error = { message: "Log in first.", type: "auth" };

test.each([
  "<!DOCTYPE html><html><body>Log in</body></html>",
  "\uFEFF\n  <html lang=en>busy",
  "<!-- cached -->\n<!doctype html>",
  "<head><title>502</title></head>",
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
  JSON.stringify({ error }),
  JSON.stringify({ error: "no such route" }),
  JSON.stringify([{ error }]),
  JSON.stringify({ type: "error", error, request_id: "req_1" }),
  JSON.stringify({ error, status: 401, success: false, timestamp: 1, message: "Log in first." }),
  JSON.stringify({ id: "resp_1", object: "response", status: "failed", error, output: [], usage: null }),
  JSON.stringify({ error, choices: [], usage: { prompt_tokens: 0, details: { cached: 0 } } }),
])("no model wrote this: %s", (body) => {
  expect(isNoCompletion(body)).toBe(true);
});

test.each([
  "",
  "   ",
  "y".repeat(80),
  "busy",
  '{"choices": [{"mess',
  '{"error": {"mess',
  "{}",
  "null",
  "[]",
  "<answer>42</answer>",
  "<htmlish>",
  "Use <html> first.",
  JSON.stringify({ error: null, choices: [{ message: { content: "Hi" } }] }),
  JSON.stringify({ error: false, message: "Hi" }),
  JSON.stringify({ error: {}, message: "Hi" }),
  JSON.stringify({ error, choices: [{ message: { content: "Hi" } }] }),
  JSON.stringify({ error, content: "Half an answer" }),
  JSON.stringify({ error, usage: { prompt_tokens: 7 } }),
  JSON.stringify([{ candidates: [{}] }, { error }]),
  JSON.stringify([{ error }, { candidates: [{}] }]),
  JSON.stringify({ error: "x".repeat(70_000) }),
  `{"error": "deep", "rest": ${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
])("a model may have worked for this: %s", (body) => {
  expect(isNoCompletion(body)).toBe(false);
});

test("JSON however deep is looked at", () => {
  let deep: unknown = 0;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(isErrorAlone({ error: "no", deep })).toBe(false);
  expect(isErrorAlone({ error: deep })).toBe(true);
});

test.each([[null], [[null]], ["error"], [7]])("%j is no error alone", (value) => {
  expect(isErrorAlone(value)).toBe(false);
});
