import { expect, test } from "vitest";
import { isOutputRefused, isTooLong } from "./call-trouble.ts";

const refusal = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode });

// Messages as the providers' own documentation and SDKs, and their users, show them.
test.each([
  [400, "prompt is too long: 208310 tokens > 200000 maximum"],
  [
    400,
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130049 tokens.",
  ],
  [400, "Your input exceeds the context window of this model. Please adjust your input and try again."],
  [400, "The input token count (1058612) exceeds the maximum number of tokens allowed (1048576)."],
  [413, "Request exceeds the maximum size"],
  [400, "input is too long for requested model"],
  [400, "request (14429 tokens) exceeds the available context size (8192 tokens), try increasing it"],
  [400, "the request exceeds the available context size, try increasing it"],
  [400, "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
  [400, "Invalid request: Your request exceeded model token limit: 262144"],
  [400, "Prompt exceeds max length"],
  [400, "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 204800]"],
  [400, "Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens)."],
])("%i %s means that there is too much to read", (status, message) => {
  expect(isTooLong(refusal(status, message))).toBe(true);
  expect(isTooLong(new Error("The call failed.", { cause: refusal(status, message) }))).toBe(true);
});

test.each([
  [400, "max_tokens: 16384 > 4096, which is the maximum allowed number of output tokens"],
  [429, "Request too large: rate limit of 30000 input tokens per minute"],
  [401, "invalid x-api-key"],
  [500, "context length service unavailable"],
])("%i %s does not", (status, message) => {
  expect(isTooLong(refusal(status, message))).toBe(false);
});

test("an answer that was allowed to be too long is told apart", () => {
  expect(
    isOutputRefused(refusal(400, "max_tokens is too large: 16384. This model supports at most 4096.")),
  ).toBe(true);
  expect(isOutputRefused(refusal(400, "messages must not be empty"))).toBe(false);
  expect(isTooLong("text")).toBe(false);
  expect(isTooLong(undefined)).toBe(false);
});
