import { APICallError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { explainAnswer } from "./explain-answer.ts";
import { isRefusedRequest } from "./refused-request.ts";

/** As the packages of the AI SDK throw it: the sentence of the body is the message. */
const thrown = (statusCode: number, error: { message: string; code?: string; param?: string }) =>
  new APICallError({
    ...{ message: error.message, url: "https://acme.test/v1", requestBodyValues: {}, statusCode },
    ...{ responseHeaders: {}, responseBody: JSON.stringify({ error }) },
  });
const route = {
  ...{ modelId: "acme/m", model: "m", provider: "acme", keySetting: "ACME_API_KEY", keySent: true },
  ...{ baseURL: undefined, addressSetting: undefined },
};

test.each([
  ["a filter (Azure)", 400, { message: "The response was filtered.", code: "content_filter" }],
  ["a filter (Anthropic)", 400, { message: "Output blocked by content filtering policy" }],
  ["its length (OpenAI)", 400, { message: "Too many tokens.", code: "context_length_exceeded" }],
  ["its length (Anthropic)", 400, { message: "prompt is too long: 210000 tokens > 200000 maximum" }],
  ["its size", 413, { message: "Request exceeds the maximum size" }],
  [
    "what it made the model say (Groq)",
    400,
    { message: "It does not match the schema.", code: "json_validate_failed" },
  ],
  ["what it is", 422, { message: "Unprocessable Entity" }],
  ["no reason", 400, { message: "Bad Request" }],
])("a request that is refused for %s", (_, statusCode, error) => {
  const refusal = thrown(statusCode, error);
  expect(isRefusedRequest(refusal)).toBe(true);
  expect(isRefusedRequest(explainAnswer(refusal, route))).toBe(true);
  expect(isRefusedRequest(new Error("block failed", { cause: refusal }))).toBe(true);
  expect(isRefusedRequest(Object.assign(new Error(error.message), { statusCode }))).toBe(true);
  expect(isRefusedRequest({ statusCode, message: error.message })).toBe(true);
});

test.each([
  ["a key that is refused", 401, { message: "invalid x-api-key" }],
  ["a key that may not", 403, { message: "Not for you." }],
  ["a key that Gemini does not know", 400, { message: "API key not valid. Please pass a valid API key." }],
  ["a key that xAI does not know", 400, { message: "Incorrect API key provided: xa***ey." }],
  ["no money", 400, { message: "Your credit balance is too low to access the Anthropic API." }],
  ["no such model", 404, { message: "Who?" }],
  ["no such model (Mistral)", 400, { message: "Invalid model: mistral-huge" }],
  ["no such model (DeepSeek)", 400, { message: "Model Not Exist" }],
  [
    "a setting that the model does not take",
    400,
    { message: "Not here: 'temperature'.", code: "unsupported_value" },
  ],
  [
    "answers in JSON that the model does not give",
    400,
    { message: "'response_format' of type 'json_schema' is not supported with this model." },
  ],
  ["a schema that it does not take", 400, { message: "Invalid schema: 'allOf' is not one of ours." }],
  ["tools that the model does not take (Ollama)", 400, { message: "gemma:2b does not support tools" }],
  ["tools that a server was not started for (vLLM)", 400, { message: '"auto" tool choice requires --x' }],
  [
    "whole answers that it does not give (DashScope)",
    400,
    { message: "This model only support stream mode" },
  ],
  [
    "a field that the server does not know (Gemini)",
    400,
    { message: 'Unknown name "seed": Cannot find field.' },
  ],
  ["too many requests", 429, { message: "Slow down." }],
  ["a conflict", 409, { message: "Again, please." }],
  ["an outage", 503, { message: "The model is too long at work." }],
])("%s is another matter", (_, statusCode, error) => {
  const refusal = thrown(statusCode, error);
  expect(isRefusedRequest(refusal)).toBe(false);
  expect(isRefusedRequest(explainAnswer(refusal, route))).toBe(false);
});

test("a failed response whose request is to blame is one, with whatever status it came", () => {
  const failed = { status: "failed", error: { code: "invalid_prompt", message: "Not this." } };
  const error = Object.assign(new Error("Not this."), { statusCode: 400, responseBody: failed });
  expect(explainAnswer(error, route)).toMatchObject({ code: "refused-request", statusCode: 200 });
  expect(isRefusedRequest(explainAnswer(error, route))).toBe(true);
});

test("what says nothing of an answer is none", () => {
  for (const error of [new Error("400 Bad Request"), new TypeError("x"), "400", null, undefined])
    expect(isRefusedRequest(error)).toBe(false);
  const circle = new Error("a");
  circle.cause = circle;
  expect(isRefusedRequest(circle)).toBe(false);
});
