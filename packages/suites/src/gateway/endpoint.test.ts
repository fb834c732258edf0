import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEndpoint } from "./endpoint.ts";

const call = { kind: "call", pathModel: null, pathStreams: false, suffix: "", query: "" };

test.each([
  ["/v1/messages", { ...call, wire: "anthropic-messages" }],
  ["/messages", { ...call, wire: "anthropic-messages" }],
  ["/v1/messages?beta=true&key=x", { ...call, wire: "anthropic-messages", query: "?beta=true" }],
  ["/v1/responses", { ...call, wire: "openai-responses" }],
  ["/responses/compact", { ...call, wire: "openai-responses", suffix: "/compact" }],
  ["/v1/chat/completions?api-version=1", { ...call, wire: "openai-chat" }],
  ["/chat/completions", { ...call, wire: "openai-chat" }],
  [
    "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse&key=x",
    { ...call, wire: "gemini", pathModel: "gemini-2.5-pro", pathStreams: true, query: "?alt=sse" },
  ],
  ["/models/a:generateContent", { ...call, wire: "gemini", pathModel: "a" }],
  [
    "/v1beta/models/a:generateContent?fields=candidates&$fields=candidates&alt=proto",
    { ...call, wire: "gemini", pathModel: "a" },
  ],
  ["/v1/messages/count_tokens", { kind: "count", wire: "anthropic-messages", pathModel: null, query: "" }],
  ["/v1beta/models/a:countTokens", { kind: "count", wire: "gemini", pathModel: "a", query: "" }],
])("POST %s", (path, endpoint) => {
  expect(readEndpoint("POST", path)).toEqual(endpoint);
});

test.each([
  ["/v1/models", { kind: "models", shape: "openai", model: null }],
  ["/models/anthropic/claude", { kind: "models", shape: "openai", model: "anthropic/claude" }],
  ["/v1beta/models/gemini-2.5-pro", { kind: "models", shape: "gemini", model: "gemini-2.5-pro" }],
  ["/api/hello", { kind: "hello" }],
  ["", { kind: "hello" }],
])("GET %s", (path, endpoint) => {
  expect(readEndpoint("GET", path)).toEqual(endpoint);
  expect(readEndpoint("HEAD", path)).toEqual(endpoint);
});

describe("nothing else", () => {
  test.each(["DELETE", "PUT", "OPTIONS", "GET"])("%s of a call", (method) => {
    expect(readEndpoint(method, "/v1/messages")).toEqual({ kind: "unknown" });
  });

  test("whatever is asked, only whole known paths are let through", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/v1",
        "/messages",
        "/..",
        "/.",
        "//",
        "%2e%2e",
        "%2f",
        "/models/",
        ":generateContent",
        "?",
        "\\",
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const endpoint = readEndpoint("POST", pieces.join(""));
        if (endpoint.kind === "unknown") return;
        const path = pieces.join("").split("?")[0]!;
        expect(path).not.toMatch(/\.\.|%|\\|\/\//);
        if ("pathModel" in endpoint && endpoint.pathModel !== null)
          expect(endpoint.pathModel).toMatch(/^[\w.@-]+$/);
        if ("query" in endpoint) expect(endpoint.query).toMatch(/^(\?[\w.=&-]*)?$/);
      }),
    );
  });
});
