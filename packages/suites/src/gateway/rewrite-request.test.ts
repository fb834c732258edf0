import { expect, test } from "vitest";
import { readEndpoint } from "./endpoint.ts";
import { rewriteRequest } from "./rewrite-request.ts";
import { findUpstream } from "./upstream.ts";
import { allWires } from "./wires/all-wires.ts";

const endpoint = readEndpoint("POST", "/v1/chat/completions");
if (endpoint.kind !== "call") throw new Error("It is a call.");
const upstream = findUpstream("openai-chat", "gpt-4o", { env: { OPENAI_API_KEY: "k" } });

function rewrite(text: string, strict = false) {
  const given = { body: JSON.parse(text), bytes: Buffer.from(text) };
  return rewriteRequest(allWires["openai-chat"], endpoint as never, given, {
    upstream,
    strict,
  }).bytes.toString();
}

test("what needs no change goes on byte by byte", () => {
  const text = ' { "model":"gpt-4o",  "messages": [ ], "seed": 12345678901234567890 }';
  expect(rewrite(text)).toBe(text);
});

test("what is only added leaves the rest as it was", () => {
  const text = ' { "stream": true, "model":"gpt-4o", "seed": 12345678901234567890, "user":"ü" }';
  expect(rewrite(text)).toBe(
    '{"stream_options":{"include_usage":true}, "stream": true, "model":"gpt-4o", "seed": 12345678901234567890, "user":"ü" }',
  );
  expect(JSON.parse(rewrite(text, true))).toEqual({
    stream: true,
    model: "gpt-4o",
    seed: Number("12345678901234567890"),
    user: "ü",
    stream_options: { include_usage: true },
    max_completion_tokens: 8_192,
  });
});

test("what is changed is written anew", () => {
  expect(
    JSON.parse(rewrite('{"model":"other","stream":true,"stream_options":{"a":1},"service_tier":"priority"}')),
  ).toEqual({
    model: "gpt-4o",
    stream: true,
    stream_options: { a: 1, include_usage: true },
  });
});
