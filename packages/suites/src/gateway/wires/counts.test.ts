import { describe, expect, test } from "vitest";
import { billFor } from "../bill.ts";
import { allWires } from "./all-wires.ts";
import { Answer } from "./answer.ts";
import type { Json } from "./json.ts";
import type { WireName } from "./wire-name.ts";

const costOf = ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) =>
  (inputTokens + 10 * outputTokens) / 1e6;

function billOf(name: WireName, events: Json[], pricesItself = false) {
  const answer = new Answer();
  for (const event of events) allWires[name].readEvent(event, answer);
  return billFor(answer, { taken: true, inputTokens: 7, costOf, pricesItself });
}

const chat = (prompt_tokens: number, completion_tokens: number, more: object = {}) => ({
  choices: [],
  usage: { prompt_tokens, completion_tokens, ...more },
});
const ended = { choices: [{ index: 0, delta: { content: "hello" }, finish_reason: "stop" }] };
const responses = (input_tokens: number, output_tokens: number) => ({
  type: "response.completed",
  response: { status: "completed", usage: { input_tokens, output_tokens } },
});
const under = (type: string, input_tokens: number, output_tokens: number) => ({
  type,
  response: { status: "in_progress", usage: { input_tokens, output_tokens } },
});
const start = (usage: object) => ({ type: "message_start", message: { usage } });
const end = (usage: object) => ({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage });
const gemini = (promptTokenCount: number, candidatesTokenCount: number, finishReason?: string) => ({
  candidates: [{ content: { parts: [{ text: "hello" }] }, ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount, candidatesTokenCount },
});
const read = { input_tokens: 1000, output_tokens: 1 };

describe("a count is not taken back by a later one that is less", () => {
  test.each<[string, WireName, Json[], number, number]>([
    ["input of 0", "anthropic-messages", [start(read), end({ input_tokens: 0, output_tokens: 5 })], 1000, 5],
    ["less input", "anthropic-messages", [start(read), end({ input_tokens: 9, output_tokens: 5 })], 1000, 5],
    ["zeros", "openai-chat", [ended, chat(1000, 200), chat(0, 0)], 1000, 200],
    ["less output", "openai-chat", [ended, chat(1000, 200), chat(1000, 2)], 1000, 200],
    ["zeros first", "openai-chat", [ended, chat(0, 0), chat(1000, 200)], 1000, 200],
    [
      "counted in a choice",
      "openai-chat",
      [{ choices: [{ ...ended.choices[0], usage: chat(1000, 200).usage }] }],
      ...([1000, 200] as const),
    ],
    ["more with every chunk", "openai-chat", [ended, chat(1000, 0), chat(1000, 2)], 1000, 2],
    ["zeros", "openai-responses", [responses(1000, 200), responses(0, 0)], 1000, 200],
    ["no input", "gemini", [gemini(1000, 3), gemini(0, 200, "STOP")], 1000, 200],
  ])("%s, %s", (_, wire, events, inputTokens, outputTokens) => {
    expect(billOf(wire, events)).toMatchObject({
      usageKnown: "reported",
      usage: { inputTokens, outputTokens },
      costUsd: costOf({ inputTokens, outputTokens }),
    });
  });

  test.each<[WireName, Json[], number]>([
    ["anthropic-messages", [start(read), end({ input_tokens: 0, output_tokens: 0 })], 1],
    ["gemini", [gemini(1000, 3), gemini(0, 0, "STOP")], 3],
  ])(
    "%s: where only zeros came at the end, what was read is known and the rest estimated",
    (wire, events, least) => {
      const bill = billOf(wire, events);
      expect(bill).toMatchObject({ usageKnown: "estimated", usage: { inputTokens: 1000 } });
      expect(bill.usage.outputTokens).toBeGreaterThanOrEqual(least);
    },
  );

  test("what the cache held stays with it", () => {
    const cached = { input_tokens: 10, cache_read_input_tokens: 20, cache_creation_input_tokens: 30 };
    const nothing = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
    const bill = billOf("anthropic-messages", [start(cached), end({ ...nothing, output_tokens: 7 })]);
    expect(bill.usage).toMatchObject({
      inputTokens: 60,
      cacheReadTokens: 20,
      cacheWriteTokens: 30,
      outputTokens: 7,
    });
  });

  test("an odd number is still no count", () => {
    expect(billOf("openai-chat", [ended, chat(1000, 200), chat(1000, 1e15)])).toMatchObject({
      usageKnown: "estimated",
      usage: { inputTokens: 1000, outputTokens: 200 },
    });
  });
});

test("Anthropic: summaries on the way are billed on top of the totals", () => {
  const summary = { type: "compaction", input_tokens: 180_000, output_tokens: 3_500 };
  const usage = { input_tokens: 23_000, output_tokens: 1_000, iterations: [summary, { type: "message" }] };
  const known = { usageKnown: "reported", usage: { inputTokens: 203_000, outputTokens: 4_500 } };
  expect(billOf("anthropic-messages", [start(read), end(usage)])).toMatchObject(known);
  const whole = new Answer();
  allWires["anthropic-messages"].readWhole({ type: "message", content: [], usage }, whole);
  expect(billFor(whole, { taken: true, inputTokens: 7, costOf, pricesItself: false })).toMatchObject(known);
});

describe("Responses: what is counted while the answer is under way", () => {
  const delta = { type: "response.output_text.delta", item_id: "x", delta: "hello" };

  test.each(["response.created", "response.queued", "response.in_progress"])(
    "in %s is not taken back by zeros at the end, and is not the last word",
    (type) => {
      const bill = billOf("openai-responses", [under(type, 1000, 3), delta, responses(0, 0)]);
      expect(bill).toMatchObject({
        usageKnown: "estimated",
        usage: { inputTokens: 1000, outputTokens: 3 },
      });
    },
  );

  test("falls to no count at the end that is less on one side", () => {
    const events = [under("response.in_progress", 1000, 3), delta, responses(0, 200)];
    expect(billOf("openai-responses", events)).toMatchObject({
      usageKnown: "reported",
      usage: { inputTokens: 1000, outputTokens: 200 },
    });
  });

  test("is known when the answer breaks off", () => {
    expect(billOf("openai-responses", [under("response.in_progress", 1000, 3)])).toMatchObject({
      usageKnown: "estimated",
      usage: { inputTokens: 1000, outputTokens: 3 },
    });
  });

  test("as zeros or null counts nothing", () => {
    const none = { type: "response.in_progress", response: { usage: null } };
    const answer = new Answer();
    allWires["openai-responses"].readEvent(none, answer);
    expect(answer.started).toBe(false);
    const events = [under("response.in_progress", 0, 0), delta, responses(1000, 200)];
    expect(billOf("openai-responses", events)).toMatchObject({
      usageKnown: "reported",
      usage: { inputTokens: 1000, outputTokens: 200 },
    });
  });
});

test.each([
  ["zeros", chat(0, 0, { cost: 0 })],
  ["a count without it", chat(1000, 200)],
])("OpenRouter's figure is not taken back by %s", (_, later) => {
  const events = [ended, chat(1000, 200, { cost: 0.05 }), later];
  expect(billOf("openai-chat", events, true)).toMatchObject({ costUsd: 0.05, costBasis: "provider" });
  expect(billOf("openai-chat", events)).toMatchObject({ costUsd: 0.003, costBasis: "prices" });
});
