// Answers with a good status that say of themselves that they are none.
import { expect, test } from "vitest";
import { generator } from "../../src/blocks/generator/generator.ts";
import { runBlock } from "../../src/blocks/run-block.ts";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";
import { retryAfterMs } from "../../src/model/retryable.ts";
import { startWireServer } from "./start-wire-server.ts";

async function failed(model: string, body: string, stream = false) {
  const contentType = stream ? "text/event-stream" : "application/json";
  await using server = await startWireServer({ reply: { type: "garbage", body, contentType } });
  const block = generator({ name: "g", model, stream, retry: { maxAttempts: 1 } });
  const result = await runBlock(block, "Hello?", {
    modelResolver: createModelResolver({ env: server.env }),
  });
  if (result.ok) throw new Error("It was expected to fail.");
  return {
    ...result.error,
    message: result.error.message,
    cause: result.error.cause,
    charges: result.charges,
  };
}

const chat = (choice: object) =>
  JSON.stringify({ id: "1", created: 1, model: "m", choices: [{ index: 0, ...choice }] });
const google = (error: object) => JSON.stringify({ error });

test.each([
  ["error", "broken-answer"],
  ["abort", "broken-answer"],
  ["insufficient_system_resource", "broken-answer"],
  ["sensitive", "content-filtered"],
])("half an answer that ended with %s is no answer", async (finish_reason, code) => {
  const whole = chat({ message: { role: "assistant", content: "Hel" }, finish_reason });
  const events = [chat({ delta: { content: "Hel" } }), chat({ delta: {}, finish_reason }), "[DONE]"];
  const streamed = events.map((event) => `data: ${event}\n\n`).join("");
  for (const model of ["openai-chat/m", "ollama/m"]) {
    expect(await failed(model, whole)).toMatchObject({ code, retryable: code === "broken-answer" });
    expect(await failed(model, streamed, true)).toMatchObject({ code });
  }
});

test.each([
  [
    { code: 503, message: "Overloaded.", status: "UNAVAILABLE" },
    "server-failed",
    true,
    "HTTP 503: Overloaded",
  ],
  [{ code: 429, message: "Slow down.", status: "RESOURCE_EXHAUSTED" }, "rate-limited", true, "Slow down"],
  [{ code: 400, message: "Bad request." }, "refused-request", false, "Bad request"],
  [{ message: "Odd." }, "server-failed", true, "HTTP 200: Odd"],
])("Google's error %o under a good status is one", async (error, code, retryable, words) => {
  const told = await failed("google/gemini-2.5-pro", google(error));
  expect(told).toMatchObject({ code, retryable, message: expect.stringContaining(words) });
  expect(told.charges).toMatchObject([{ status: "failed", usageKnown: "none", costUsd: 0 }]);
});

test("how long Google asks to wait is heeded under a good status, too", async () => {
  const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "7s" }];
  const error = await failed("google/gemini-2.5-pro", google({ code: 429, message: "Slow down.", details }));
  expect(retryAfterMs(error)).toBe(7_000);
});

const gemini = (finishReason?: string) =>
  JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text: "Hel" }] }, finishReason }] });

test.each([
  ["OTHER", "broken-answer"],
  ["UNEXPECTED_TOOL_CALL", "broken-answer"],
  ["LANGUAGE", "content-filtered"],
])("half an answer that Google ended with %s is no answer", async (reason, code) => {
  expect(await failed("google/gemini-2.5-pro", gemini(reason))).toMatchObject({ code });
  expect(await failed("google/gemini-2.5-pro", `data: ${gemini(reason)}\n\n`, true)).toMatchObject({ code });
});

test("a stream of Google that ends without saying how is half an answer", async () => {
  const code = "broken-answer";
  expect(await failed("google/gemini-2.5-pro", `data: ${gemini()}\n\n`, true)).toMatchObject({ code });
});

test.each(["{}", '{"candidates": []}'])("%s of Google is asked for again", async (body) => {
  expect(await failed("google/gemini-2.5-pro", body)).toMatchObject({
    code: "broken-answer",
    retryable: true,
  });
});

test("a prompt that Google blocks is a refusal, told by its reason", async () => {
  const body = JSON.stringify({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } });
  const refused = { code: "content-filtered", message: expect.stringContaining("PROHIBITED_CONTENT") };
  expect(await failed("google/gemini-2.5-pro", body)).toMatchObject(refused);
  expect(await failed("google/gemini-2.5-pro", `data: ${body}\n\n`, true)).toMatchObject(refused);
});

test.each([
  ["failed", undefined, "broken-answer"],
  ["cancelled", undefined, "broken-answer"],
  ["incomplete", undefined, "broken-answer"],
  ["incomplete", "server_busy", "broken-answer"],
  ["incomplete", "content_filter", "content-filtered"],
])("half a Response that is %s for the reason %s is no answer", async (status, reason, code) => {
  const message = { type: "message", id: "m", role: "assistant", status: "completed" };
  const body = JSON.stringify({
    ...{ id: "r", object: "response", created_at: 1, model: "m", status, error: null },
    incomplete_details: reason === undefined ? null : { reason },
    output: [{ ...message, content: [{ type: "output_text", text: "Hel", annotations: [] }] }],
    usage: { input_tokens: 9, output_tokens: 3 },
  });
  const told = await failed("openai/gpt-5-mini", body);
  expect(told).toMatchObject({ code, charges: [{ usageKnown: "reported" }] });
});
