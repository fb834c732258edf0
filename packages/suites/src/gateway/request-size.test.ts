import { createPriceTable } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { inputTokenBound, worstCaseUsd } from "./request-size.ts";
import type { WireName } from "./wires/wire-name.ts";

const bound = (wire: WireName, body: Record<string, unknown>) =>
  inputTokenBound(wire, body, Buffer.byteLength(JSON.stringify(body)));
const data = "A".repeat(400_000);

/** A request with one part of a message, as each wire has it. */
function withPart(wire: WireName, part: unknown) {
  if (wire === "gemini") return { contents: [{ role: "user", parts: [part] }] };
  return { [wire === "openai-responses" ? "input" : "messages"]: [{ role: "user", content: [part] }] };
}

describe("the bound of a prompt", () => {
  test("a token is at least a byte", () => {
    const body = { messages: [{ role: "user", content: "x".repeat(5_000) }] };
    expect(bound("openai-chat", body)).toBeGreaterThan(5_000);
    expect(bound("openai-chat", body)).toBeLessThan(5_300);
  });

  test.each<[WireName, unknown]>([
    ["anthropic-messages", { type: "image", source: { type: "base64", media_type: "image/png", data } }],
    ["openai-chat", { type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }],
    ["openai-responses", { type: "input_image", image_url: `data:image/png;base64,${data}` }],
    ["gemini", { inlineData: { mimeType: "image/png", data } }],
    ["gemini", { inline_data: { mime_type: "image/png", data } }],
    [
      "gemini",
      { functionResponse: { name: "see", parts: [{ inlineData: { mimeType: "image/png", data } }] } },
    ],
    [
      "anthropic-messages",
      {
        type: "tool_result",
        content: [{ type: "image", source: { type: "base64", media_type: "image/png", data } }],
      },
    ],
  ])("an image is not counted by its bytes: %s", (wire, part) => {
    const tokens = bound(wire, withPart(wire, part));
    expect(tokens).toBeGreaterThan(8_000);
    expect(tokens).toBeLessThan(10_000);
  });

  const image = { source: { type: "base64", media_type: "image/png", data }, inlineData: { data } };
  const address = { image_url: { url: `data:image/png;base64,${data}` } };
  test.each<[WireName, unknown]>([
    ["anthropic-messages", { type: "tool_use", name: "t", input: image }],
    ["anthropic-messages", { type: "text", text: "", ...image }],
    ["openai-chat", { type: "text", text: "", ...address }],
    ["openai-responses", { type: "input_text", text: "", image_url: address.image_url.url }],
    ["gemini", { functionCall: { name: "t", args: { inlineData: { mimeType: "image/png", data } } } }],
    ["gemini", { inlineData: { mimeType: "image/png", mime_type: "text/plain", data } }],
  ])("what only looks like an image is text: %s", (wire, part) => {
    expect(bound(wire, withPart(wire, part))).toBeGreaterThan(data.length);
  });

  test("a document is more than its bytes", () => {
    const document = { type: "document", source: { type: "base64", media_type: "application/pdf", data } };
    expect(bound("anthropic-messages", withPart("anthropic-messages", document))).toBeGreaterThan(
      4 * data.length,
    );
    const named = { type: "input_file", filename: "a.txt", file_data: `data:image/png;base64,${data}` };
    expect(bound("openai-responses", withPart("openai-responses", named))).toBeGreaterThan(4 * data.length);
  });

  test("an image elsewhere is a generous guess", () => {
    const part = { type: "image_url", image_url: { url: "https://example.com/a.png" } };
    expect(bound("openai-chat", withPart("openai-chat", part))).toBeGreaterThan(65_000);
  });
});

test("the worst case writes the dearest cache", () => {
  const prices = createPriceTable();
  const costOf = (usage: Parameters<typeof prices.cost>[1]) =>
    prices.cost("anthropic/claude-sonnet-4-5", usage);
  const tokens = { inputTokens: 100_000, outputTokens: 1_000 };
  // 3.75 for five minutes, 6 for an hour, 15 for the answer, by the million.
  expect(worstCaseUsd(costOf, { ...tokens, hourCache: false })).toBeCloseTo(0.39, 9);
  expect(worstCaseUsd(costOf, { ...tokens, hourCache: true })).toBeCloseTo(0.615, 9);
  expect(worstCaseUsd(() => null, { ...tokens, hourCache: true })).toBeNull();
});
