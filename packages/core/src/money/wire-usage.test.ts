import { expect, test } from "vitest";
import { noUsage } from "./usage.ts";
import { readAnswerUsage, readWireUsage, type WireUsage } from "./wire-usage.ts";

const readAll = (chunks: unknown[]) =>
  chunks.reduce<WireUsage | undefined>((before, chunk) => readWireUsage(chunk, before), undefined);

const start = {
  type: "message_start",
  message: {
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 30,
      output_tokens: 1,
    },
  },
};

test("Anthropic: the start tells the input, the end the output", () => {
  expect(readAll([start, { type: "content_block_delta", delta: {} }])).toEqual({
    usage: { ...noUsage, inputTokens: 60, cacheReadTokens: 20, cacheWriteTokens: 30, outputTokens: 1 },
    final: false,
  });
  expect(readAll([start, { type: "message_delta", usage: { output_tokens: 7 } }])).toEqual({
    usage: { ...noUsage, inputTokens: 60, cacheReadTokens: 20, cacheWriteTokens: 30, outputTokens: 7 },
    final: true,
  });
});

test("Anthropic: what is kept for an hour stays known to the end", () => {
  const { usage } = start.message;
  const cache_creation = { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 };
  const began = { type: "message_start", message: { usage: { ...usage, cache_creation } } };
  expect(readAll([began])?.usage).toMatchObject({ cacheWriteTokens: 30, cacheWriteHourTokens: 20 });
  const ended = readAll([began, { type: "message_delta", usage: { output_tokens: 7 } }]);
  expect(ended?.usage).toMatchObject({ cacheWriteTokens: 30, cacheWriteHourTokens: 20, outputTokens: 7 });
});

test("Anthropic: summaries on the way are billed on top of the totals", () => {
  const summary = {
    ...{ type: "compaction", input_tokens: 1_000, output_tokens: 3_500 },
    ...{ cache_read_input_tokens: 170_000, cache_creation_input_tokens: 9_000 },
    cache_creation: { ephemeral_1h_input_tokens: 4_000 },
  };
  const message = { type: "message", input_tokens: 23_000, output_tokens: 1_000 };
  const iterations = [summary, { ...summary, output_tokens: -1 }, message, null, { type: "advisor_message" }];
  const usage = { input_tokens: 23_000, output_tokens: 1_000, iterations };
  const all = {
    ...{ inputTokens: 383_000, outputTokens: 4_500, reasoningTokens: 0 },
    ...{ cacheReadTokens: 340_000, cacheWriteTokens: 18_000, cacheWriteHourTokens: 8_000 },
  };
  expect(readAll([start, { type: "message_delta", usage }])).toEqual({
    usage: { ...all, inputTokens: 383_050, cacheReadTokens: 340_020, cacheWriteTokens: 18_030 },
    final: true,
  });
  expect(readAnswerUsage({ type: "message", usage })).toEqual({ usage: all, final: true });
  const none = { ...usage, iterations: "none" };
  expect(readAnswerUsage({ type: "message", usage: none })?.usage.inputTokens).toBe(23_000);
});

test("OpenAI Responses: the last event has it all", () => {
  const usage = {
    input_tokens: 50,
    input_tokens_details: { cached_tokens: 40 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 4 },
  };
  for (const type of ["response.completed", "response.incomplete", "response.failed"]) {
    expect(
      readAll([
        { type: "response.created", response: { usage: null } },
        { type, response: { usage } },
      ]),
    ).toEqual({
      usage: { ...noUsage, inputTokens: 50, cacheReadTokens: 40, outputTokens: 9, reasoningTokens: 4 },
      final: true,
    });
  }
});

test("OpenAI Chat: the chunk after the last choice has it all", () => {
  const usage = {
    prompt_tokens: 50,
    prompt_tokens_details: { cached_tokens: 40 },
    completion_tokens: 9,
    completion_tokens_details: { reasoning_tokens: 4 },
  };
  expect(
    readAll([
      { choices: [{ delta: {} }], usage: null },
      { choices: [], usage },
    ]),
  ).toEqual({
    usage: { ...noUsage, inputTokens: 50, cacheReadTokens: 40, outputTokens: 9, reasoningTokens: 4 },
    final: true,
  });
  expect(readAll([{ choices: [{ delta: {}, finish_reason: "stop", usage }] }])).toMatchObject({
    ...{ usage: { inputTokens: 50, outputTokens: 9 }, final: true },
  });
});

test("Gemini: every chunk counts so far, the one with a finish reason is the last", () => {
  const chunk = (candidates: number, finishReason?: string) => ({
    candidates: [{ content: {}, ...(finishReason && { finishReason }) }],
    usageMetadata: {
      promptTokenCount: 50,
      cachedContentTokenCount: 40,
      candidatesTokenCount: candidates,
      thoughtsTokenCount: 4,
    },
  });
  const usage = { ...noUsage, inputTokens: 50, cacheReadTokens: 40, reasoningTokens: 4 };
  expect(readAll([chunk(1), chunk(2)])).toEqual({ usage: { ...usage, outputTokens: 6 }, final: false });
  expect(readAll([chunk(1), chunk(5, "STOP")])).toEqual({
    usage: { ...usage, outputTokens: 9 },
    final: true,
  });
});

test.each([
  null,
  "text",
  7,
  [],
  {},
  { type: "message_start" },
  { type: "message_delta" },
  { type: "response.completed" },
  { type: "ping", usage: { input_tokens: 99 } },
])("%j changes nothing", (chunk) => {
  const before = readAll([start]);
  expect(readWireUsage(chunk, before)).toBe(before);
});

// Parts of a whole that is not known would be billed on top of an estimate, and an answer counted as 0 would be free.
test("numbers of tokens that no call has are none, with their parts, and are not the last word", () => {
  const usage = {
    prompt_tokens: 1e308,
    completion_tokens: 1e9 + 1,
    prompt_tokens_details: { cached_tokens: 1e9 },
  };
  expect(readAll([{ choices: [], usage }])).toEqual({ usage: noUsage, final: false });
});

test.each([
  ["OpenAI Chat", { choices: [], usage: { prompt_tokens: 50, completion_tokens: -1 } }],
  [
    "OpenAI Responses",
    { type: "response.completed", response: { usage: { input_tokens: 50, output_tokens: "9" } } },
  ],
  ["Anthropic", { type: "message_delta", usage: { input_tokens: 50, output_tokens: 1e15 } }],
  [
    "Gemini",
    {
      candidates: [{ finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 1e15 },
    },
  ],
])("%s: one odd number, and the rest stands until the call is estimated", (_, chunk) => {
  expect(readAll([chunk])).toEqual({ usage: { ...noUsage, inputTokens: 50 }, final: false });
});

test("fractions are rounded", () => {
  const usage = { prompt_tokens: 100.5, completion_tokens: 8.4 };
  expect(readAll([{ choices: [], usage }])).toEqual({
    usage: { ...noUsage, inputTokens: 101, outputTokens: 8 },
    final: true,
  });
});

const chat = (prompt_tokens: number, completion_tokens: number) => ({
  choices: [],
  usage: { prompt_tokens, completion_tokens },
});
const responses = (input_tokens: number, output_tokens: number) => ({
  type: "response.completed",
  response: { usage: { input_tokens, output_tokens } },
});
const anthropic = (type: "start" | "delta", input_tokens: number, output_tokens: number) => {
  const usage = { input_tokens, output_tokens };
  return type === "start"
    ? { type: "message_start", message: { usage } }
    : { type: "message_delta", usage: { ...usage, cache_read_input_tokens: 0 } };
};
const gemini = (promptTokenCount: number, candidatesTokenCount: number, finishReason?: string) => ({
  candidates: [{ ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount, candidatesTokenCount },
});

test.each<[string, unknown[], number, number, boolean]>([
  ["Anthropic, input", [anthropic("start", 100, 1), anthropic("delta", 0, 7)], 100, 7, true],
  ["Anthropic, output", [anthropic("start", 100, 9), anthropic("delta", 120, 0)], 120, 9, true],
  ["Anthropic, zeros alone", [anthropic("start", 100, 1), anthropic("delta", 0, 0)], 100, 1, false],
  ["Chat, zeros alone", [chat(100, 20), chat(0, 0)], 100, 20, true],
  ["Chat, less", [chat(100, 20), chat(100, 5)], 100, 20, true],
  ["Chat, zeros first", [chat(0, 0), chat(100, 20)], 100, 20, true],
  ["Chat, more with every chunk", [chat(100, 0), chat(100, 1), chat(100, 2)], 100, 2, true],
  ["Responses", [responses(100, 20), responses(0, 0)], 100, 20, true],
  ["Gemini, input", [gemini(100, 3), gemini(0, 20, "STOP")], 100, 20, true],
  // Who has counted three tokens in the middle has not counted the whole.
  ["Gemini, zeros alone", [gemini(100, 3), gemini(0, 0, "STOP")], 100, 3, false],
])("%s: what was counted once is not taken back", (_, chunks, inputTokens, outputTokens, final) => {
  expect(readAll(chunks)).toEqual({ usage: { ...noUsage, inputTokens, outputTokens }, final });
});

test("Gemini: thoughts that only an early chunk counts are not taken back by the last", () => {
  const thought = { candidates: [{}], usageMetadata: { promptTokenCount: 100, thoughtsTokenCount: 30 } };
  expect(readAll([thought, gemini(100, 20, "STOP")])).toEqual({
    usage: { ...noUsage, inputTokens: 100, outputTokens: 50, reasoningTokens: 30 },
    final: true,
  });
});

test("what the cache held stays with the input that it is part of", () => {
  const nothing = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  const ended = readAll([start, { type: "message_delta", usage: { ...nothing, output_tokens: 7 } }]);
  expect(ended?.usage).toMatchObject({ inputTokens: 60, cacheReadTokens: 20, cacheWriteTokens: 30 });
  // A later split of the same input is the better one.
  const split = { input_tokens: 0, cache_read_input_tokens: 60, cache_creation_input_tokens: 0 };
  const better = readAll([start, { type: "message_delta", usage: { ...split, output_tokens: 7 } }]);
  expect(better?.usage).toMatchObject({ inputTokens: 60, cacheReadTokens: 60, cacheWriteTokens: 0 });
});

test("an odd count after a sane one leaves the numbers, not that they are the last word", () => {
  expect(readAll([chat(100, 20), chat(100, 1e15)])).toMatchObject({
    usage: { inputTokens: 100, outputTokens: 20 },
    final: false,
  });
});

test.each([
  ["Anthropic", { type: "message", usage: { input_tokens: 50, output_tokens: 9 } }],
  ["Responses", { object: "response", status: "failed", usage: { input_tokens: 50, output_tokens: 9 } }],
  ["an event of Responses", { type: "response.failed", response: responses(50, 9).response }],
  ["Chat", { ...chat(50, 9), object: "chat.completion" }],
  ["Gemini, without a word on how it ended", gemini(50, 9)],
  ["Gemini, in a list", [gemini(50, 2), gemini(50, 9)]],
])("%s: an answer that came whole is counted", (_, answer) => {
  expect(readAnswerUsage(answer)).toEqual({
    usage: { ...noUsage, inputTokens: 50, outputTokens: 9 },
    final: true,
  });
});

test("an odd number in any part of it is not the last word", () => {
  const odd = gemini(50, 9);
  Object.assign(odd.usageMetadata, { candidatesTokenCount: -3 });
  expect(readAnswerUsage([gemini(50, 9), odd])).toMatchObject({ final: false });
  expect(readAnswerUsage([odd, gemini(50, 9)])).toMatchObject({ final: false });
});

test.each([null, "text", {}, [], { error: {} }, { usage: null }, { usage: "none" }, chat(0, 0), chat(0, 9)])(
  "%j is no count of an answer",
  (answer) => {
    expect(readAnswerUsage(answer)).toBeUndefined();
  },
);
