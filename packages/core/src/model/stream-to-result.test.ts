import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { collectStream } from "./stream-to-result.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish: LanguageModelV4StreamPart = {
  type: "finish",
  finishReason: { unified: "stop", raw: "stop" },
  usage,
};

function collect(...parts: LanguageModelV4StreamPart[]) {
  const collector = collectStream();
  for (const part of parts) collector.add(part);
  return collector.result();
}

test("blocks that come interleaved are kept apart", () => {
  const result = collect(
    { type: "text-start", id: "a" },
    { type: "text-start", id: "b" },
    { type: "reasoning-start", id: "a" },
    { type: "text-delta", id: "b", delta: "2" },
    { type: "text-delta", id: "a", delta: "1" },
    { type: "reasoning-delta", id: "a", delta: "why" },
    { type: "text-delta", id: "a", delta: "1" },
    { type: "ping" },
    { type: "raw", rawValue: {} },
    { type: "text-end", id: "a" },
    { type: "text-end", id: "b" },
    { type: "reasoning-end", id: "a", providerMetadata: { test: { signature: "s" } } },
    finish,
  );
  expect(result?.content).toEqual([
    { type: "text", text: "11" },
    { type: "text", text: "2" },
    { type: "reasoning", text: "why", providerMetadata: { test: { signature: "s" } } },
  ]);
});

test("without a finish, or with an error, there is no answer", () => {
  expect(
    collect({ type: "text-start", id: "a" }, { type: "text-delta", id: "a", delta: "x" }),
  ).toBeUndefined();
  expect(collect({ type: "error", error: new Error("broke") }, finish)).toBeUndefined();
  expect(collect(finish)?.usage).toEqual(usage);
});
