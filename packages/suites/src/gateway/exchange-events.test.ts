import { expect, test } from "vitest";
import type { UntimedEvent } from "../transcript/transcript-event.ts";
import { parseTranscriptLine } from "../transcript/transcript-line.ts";
import type { Exchange } from "./exchange.ts";
import { exchangeEvents } from "./exchange-events.ts";

const request = { system: "Be good.", messages: 1, tools: [], news: [], maxOutputTokens: null };
const answer = { text: "", reasoning: "", toolCalls: [], finishReason: "stop", model: "m" };
const usage = {
  inputTokens: 9,
  outputTokens: 2,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
const base: Exchange = {
  number: 1,
  wire: "gemini",
  asked: "m",
  modelId: "google/m",
  streamed: true,
  status: "complete",
  httpStatus: 200,
  error: null,
  retryOf: null,
  request,
  answer,
  usage,
  usageKnown: "reported",
  costUsd: 0.5,
  startedAt: "2026-01-01T00:00:00.000Z",
  latencyMs: 1_000,
  firstTokenMs: 10,
  requestId: null,
};

test("calls become a transcript: every prompt once, tools with the time they took, failures as notices", () => {
  const told: [UntimedEvent, number][] = [];
  const tell = exchangeEvents((event, turn) => told.push([event, turn]));
  const begin = { ...request, news: [{ type: "user" as const, text: "Begin." }] };
  const error = { name: "Error", message: "Busy." };
  tell({ ...base, status: "failed", error, request: begin, usage: null, costUsd: 0, usageKnown: "none" });
  tell({
    ...base,
    number: 2,
    retryOf: 1,
    request: begin,
    answer: {
      ...answer,
      text: "So.",
      reasoning: "Hm.",
      toolCalls: [{ id: "c1", name: "shell", input: { a: 1 } }],
    },
  });
  tell({
    ...base,
    number: 3,
    startedAt: "2026-01-01T00:00:03.500Z",
    request: {
      ...request,
      news: [{ type: "tool-result", id: "", tool: "shell", text: "7", ok: true }],
    },
    answer: { ...answer, text: "Done." },
  });
  tell({
    ...base,
    number: 4,
    status: "refused",
    error: { name: "B", message: "Spent." },
    usage: null,
    costUsd: 0,
  });

  expect(told).toEqual([
    [{ type: "message", role: "system", text: "Be good." }, 1],
    [{ type: "message", role: "user", text: "Begin." }, 1],
    [{ type: "usage", model: "google/m", usage: null, costUsd: 0, durationMs: 1_000 }, 1],
    [{ type: "notice", text: "Call 1 failed: Busy." }, 1],
    [{ type: "message", role: "assistant", text: "So.", reasoning: "Hm." }, 2],
    [{ type: "tool-call", id: "c1", tool: "shell", input: { a: 1 } }, 2],
    [{ type: "usage", model: "google/m", usage, costUsd: 0.5, durationMs: 1_000 }, 2],
    [{ type: "tool-result", id: "", tool: "shell", ok: true, text: "7", durationMs: 2_500 }, 3],
    [{ type: "message", role: "assistant", text: "Done." }, 3],
    [{ type: "usage", model: "google/m", usage, costUsd: 0.5, durationMs: 1_000 }, 3],
    [{ type: "notice", text: "Call 4 was refused: Spent." }, 4],
  ]);
  for (const [event, turn] of told) {
    const line = parseTranscriptLine(JSON.stringify({ ...event, atMs: 0, turn }));
    expect(line.kind).toBe("event");
  }
});

test("an agent that says another prompt with every call cannot have all of them remembered", () => {
  const told: string[] = [];
  const tell = exchangeEvents((event) => {
    if (event.type === "message" && event.role === "system") told.push(event.text);
  });
  const say = (system: string) => tell({ ...base, request: { ...request, system } });
  for (let at = 0; at < 100; at++) say(`prompt ${at}`);
  say("prompt 0");
  expect(told).toHaveLength(100);
  say("one more");
  say("prompt 0");
  expect(told.slice(100)).toEqual(["one more", "prompt 0"]);
});
