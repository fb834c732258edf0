import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { resultToStream } from "./result-to-stream.ts";
import { collectStream } from "./stream-to-result.ts";

const result: LanguageModelV4GenerateResult = {
  content: [
    { type: "reasoning", text: "hmm, let me see", providerMetadata: { test: { signature: "s" } } },
    {
      type: "text",
      text: "one two three 🎉🎉🎉",
      citations: [{ source: { type: "source", sourceType: "url", id: "1", url: "https://example.test/" } }],
      providerMetadata: { test: { part: 1 } },
    },
    { type: "source", sourceType: "url", id: "1", url: "https://example.test/" },
    { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1, 2]) } },
    { type: "tool-call", toolCallId: "c1", toolName: "look", input: '{"at":7}' },
    { type: "text", text: "" },
  ],
  finishReason: { unified: "tool-calls", raw: "tool_use" },
  usage: {
    inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 4, reasoning: 1 },
  },
  providerMetadata: { test: { whole: true } },
  response: { id: "r1", modelId: "m", timestamp: new Date(0) },
  warnings: [{ type: "other", message: "careful" }],
};

async function streamed(deltas?: number) {
  const parts = [];
  for await (const part of resultToStream(result, deltas === undefined ? {} : { deltas })) parts.push(part);
  return parts;
}

test("there and back again is the same answer", async () => {
  const collector = collectStream();
  for (const part of await streamed()) {
    expect(collector.result()).toBeUndefined();
    collector.add(part);
  }
  expect(collector.result()).toEqual(result);
});

test("a text comes in a few pieces and no character is torn", async () => {
  const deltas = (await streamed(17)).filter((part) => part.type === "text-delta").map((part) => part.delta);
  expect(deltas.length).toBe(17);
  expect(deltas.slice(-3)).toEqual(["🎉", "🎉", "🎉"]);
  const whole = (await streamed(1)).filter((part) => part.type === "text-delta");
  expect(whole).toHaveLength(1);
});

test("what is thrown on the way breaks the stream", async () => {
  const reason = new Error("enough");
  const seen: string[] = [];
  const stream = resultToStream(result, {
    beforePart: async (index) => {
      if (index === 3) throw reason;
    },
  });
  const reading = (async () => {
    for await (const part of stream) seen.push(part.type);
  })();
  await expect(reading).rejects.toBe(reason);
  expect(seen.length).toBeLessThan(4);
});
