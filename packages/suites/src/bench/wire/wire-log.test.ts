import { expect, test } from "vitest";
import type { Exchange } from "../../gateway/exchange.ts";
import type { TranscriptEvent } from "../../transcript/transcript-event.ts";
import { createWireLog } from "./wire-log.ts";

const exchange: Exchange = {
  ...{ number: 1, wire: "openai-chat", asked: "m", modelId: "openai/m", streamed: true, status: "complete" },
  ...{ httpStatus: 200, error: null, retryOf: null },
  request: { system: null, news: [{ type: "user", text: "Do it." }] } as unknown as Exchange["request"],
  answer: { text: "Done.", reasoning: "", toolCalls: [], finishReason: "stop", model: "m" },
  ...{ usage: null, usageKnown: "none", costUsd: null, startedAt: new Date(0).toISOString(), latencyMs: 5 },
  ...{ firstTokenMs: null, requestId: null },
};
const called: Exchange = {
  ...exchange,
  answer: { ...exchange.answer, text: "", toolCalls: [{ id: "a", name: "shell", input: { command: "ls" } }] },
};
const answered: Exchange = {
  ...exchange,
  number: 2,
  request: {
    system: null,
    news: [{ type: "tool-result", id: "a", tool: "shell", text: "one.txt", ok: true }],
  } as unknown as Exchange["request"],
};
const failed: Exchange = { ...exchange, status: "failed", error: { name: "E", message: "busy" } };
const said: TranscriptEvent = { type: "message", role: "assistant", text: "Done.", atMs: 1, turn: 1 };

function log(live: boolean) {
  const told: TranscriptEvent[] = [];
  return { told, types: () => told.map(({ type }) => type), ...createWireLog((it) => told.push(it), live) };
}

test("an agent without a log has its calls told as they end", () => {
  const { onExchange, types } = log(true);
  onExchange(exchange);
  expect(types()).toEqual(["message", "message", "usage"]);
});

test("an agent that tells of its model is not told twice, but trouble is", () => {
  const { onExchange, hear, end, told, types } = log(false);
  onExchange(failed);
  expect(told).toMatchObject([{ type: "notice", text: "Call 1 failed: busy" }]);
  hear(said);
  onExchange(exchange);
  end();
  expect(types()).toEqual(["notice"]);
});

test("an agent that turns out to say nothing has everything told at its end", () => {
  const { onExchange, hear, end, types } = log(false);
  hear({ type: "output", stream: "stdout", text: "…", atMs: 0, turn: null });
  onExchange(exchange);
  expect(types()).toEqual([]);
  end();
  expect(types()).toEqual(["message", "message", "usage"]);
});

const call = (input: unknown): TranscriptEvent => ({
  ...{ type: "tool-call", id: "own", tool: "execute", input, atMs: 1, turn: 1 },
});
const result: TranscriptEvent = {
  ...{ type: "tool-result", id: "own", tool: "execute", ok: true, text: "", durationMs: 0, atMs: 2, turn: 1 },
};

test("an agent that tells that it used a tool, but not what for, has that told from the wire in its place", () => {
  const { onExchange, hear, end, told } = log(false);
  onExchange(called);
  expect(hear(call(null))).toBe(false);
  expect(told).toMatchObject([{ type: "tool-call", tool: "shell", input: { command: "ls" } }]);
  expect(hear(result)).toBe(false);
  onExchange(answered);
  expect(told[1]).toMatchObject({ type: "tool-result", tool: "shell", text: "one.txt" });
  expect(hear(said)).toBe(true);
  end();
  expect(told.length).toBe(2);
});

test("an agent that tells what it used tools for is believed, also when one takes nothing", () => {
  const { onExchange, hear, end, told } = log(false);
  onExchange(called);
  expect(hear(call({}))).toBe(true);
  expect(hear(result)).toBe(true);
  onExchange(answered);
  expect(hear(said)).toBe(true);
  end();
  expect(told).toEqual([]);
});

test("of an agent that sends megabytes with each call, no more is kept than a transcript takes", () => {
  const { onExchange, end, told } = log(false);
  const large = (number: number): Exchange => ({
    ...exchange,
    number,
    request: {
      system: null,
      news: [{ type: "user", text: `${number}${"y".repeat(1_000_000)}` }],
    } as unknown as Exchange["request"],
  });
  for (let number = 0; number < 200; number++) onExchange(large(number));
  end();
  expect(JSON.stringify(told).length).toBeLessThan(17 * 1024 * 1024);
  expect(told[0]).toMatchObject({ type: "message", role: "user", text: /characters left out/ });
  expect(told.at(-1)).toMatchObject({
    type: "notice",
    text: /^\d+ more events of its calls were not kept\.$/,
  });
});
