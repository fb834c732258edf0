import { createPriceTable } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { inputTokenBound, worstCaseUsd } from "./request-size.ts";

const bound = (body: Record<string, unknown>) =>
  inputTokenBound(body, Buffer.byteLength(JSON.stringify(body)));
const data = "A".repeat(400_000);

describe("the bound of a prompt", () => {
  test("a token is at least a byte", () => {
    const body = { messages: [{ role: "user", content: "x".repeat(5_000) }] };
    expect(bound(body)).toBeGreaterThan(5_000);
    expect(bound(body)).toBeLessThan(5_300);
  });

  test.each<[string, unknown]>([
    ["Anthropic", { type: "image", source: { type: "base64", media_type: "image/png", data } }],
    ["Chat", { type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }],
    ["Responses", { type: "input_image", image_url: `data:image/png;base64,${data}` }],
    ["Gemini", { inlineData: { mimeType: "image/png", data } }],
  ])("an image is not counted by its bytes: %s", (_, part) => {
    const tokens = bound({ messages: [{ role: "user", content: [part] }] });
    expect(tokens).toBeGreaterThan(8_000);
    expect(tokens).toBeLessThan(10_000);
  });

  test.each<[string, unknown]>([
    ["Anthropic", { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } }],
    ["Chat", { type: "file", file: { file_id: "file-1" } }],
    ["Responses", { type: "input_file", file_id: "file-1" }],
    ["Gemini", { fileData: { fileUri: "https://example.com/a" } }],
  ])("what lies elsewhere is a generous guess: %s", (_, part) => {
    expect(bound({ messages: [{ role: "user", content: [part] }] })).toBeGreaterThan(65_000);
  });

  test("an address in the input of a tool is text; a document is more than its bytes", () => {
    const call = { type: "tool_use", name: "fetch", input: { url: "https://example.com" } };
    expect(bound({ messages: [{ role: "assistant", content: [call] }] })).toBeLessThan(1_000);
    const document = { type: "document", source: { type: "base64", media_type: "application/pdf", data } };
    expect(bound({ messages: [{ role: "user", content: [document] }] })).toBeGreaterThan(4 * data.length);
  });

  test("tools of the provider may bring more", () => {
    const tool = { type: "function", name: "a" };
    expect(bound({ tools: [tool] })).toBeLessThan(3_000);
    expect(bound({ tools: [tool, { type: "web_search" }] })).toBeGreaterThan(65_000);
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
