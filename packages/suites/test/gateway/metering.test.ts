import { applyMiddleware, asLanguageModel, createModelResolver } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { call as callModel } from "../../../core/test/wire/wire-cases.ts";
import { openWire } from "./support/open-wire.ts";
import { askText, everyCall, wireCalls } from "./support/wire-calls.ts";

const text = ["Grüße, ", "Welt 🌍", "! How", " are you?"];
const toolCalls = [
  { id: "call_a", name: "shell", args: { command: "echo ü > a.txt", timeout: 3 } },
  { id: "call_b", name: "read", args: { path: "a.txt" } },
];

describe.concurrent.each(everyCall)("$name", (each) => {
  const { wire, streamed, usage, costUsd, modelId, model } = each;
  const answer: WireAnswer = { type: "answer", text, reasoning: ["hm, ", "so"], toolCalls, usage };

  test("is passed on byte by byte and booked to the token and the billionth", async () => {
    await using open = await openWire(answer);
    const direct = await askText(open.server, each, streamed);
    open.server.requests.length = 0;
    const through = await askText(open.gateway, each, streamed);
    expect(through).toEqual(direct);

    expect(open.charges).toHaveLength(1);
    const [charge] = open.charges;
    expect(charge).toMatchObject({
      status: "complete",
      modelId,
      blockName: "tester",
      payer: "agent",
      streamed,
      usageKnown: "reported",
      costBasis: "prices",
      usage: {
        inputTokens: usage.input,
        outputTokens: usage.output,
        cacheReadTokens: usage.cacheRead,
        cacheWriteTokens: usage.cacheWrite ?? 0,
        reasoningTokens: usage.reasoning,
      },
    });
    expect(Math.abs(charge!.costUsd! - costUsd)).toBeLessThan(1e-9);
    expect(charge!.requestId).toMatch(wire === "gemini" ? /^\d{12}$/ : /^req_\d{12}$/);
    expect(open.server.billed.input).toBe(open.account.usage.inputTokens);
    expect(open.gateway.totals).toMatchObject({
      calls: 1,
      complete: 1,
      failed: 0,
      refused: 0,
      retried: 0,
      unmetered: 0,
      usage: charge!.usage,
      costUsd: charge!.costUsd,
    });
    expect(open.gateway.overBudget).toBeNull();
    expect(open.account.openCalls).toBe(0);
  });

  test("is told with prompt, words, tool calls and cost", async () => {
    await using open = await openWire(answer);
    await askText(open.gateway, each, streamed);
    const [exchange] = open.exchanges;
    expect(exchange).toMatchObject({
      number: 1,
      wire,
      asked: model,
      modelId,
      streamed,
      status: "complete",
      httpStatus: 200,
      error: null,
      retryOf: null,
      request: { system: null, messages: 1, tools: [], news: [{ type: "user", text: "Say hello." }] },
      usageKnown: "reported",
    });
    expect(exchange!.answer.text).toBe(text.join(""));
    // Chat Completions has no standard field for it.
    if (wire !== "openai-chat") expect(exchange!.answer.reasoning).toBe("hm, so");
    expect(exchange!.answer.toolCalls.map(({ name, input }) => ({ name, args: input }))).toEqual(
      toolCalls.map(({ name, args }) => ({ name, args })),
    );
    if (wire !== "gemini")
      expect(exchange!.answer.toolCalls.map(({ id }) => id)).toEqual(["call_a", "call_b"]);
    expect(exchange!.costUsd).toBeCloseTo(costUsd, 9);
    expect(exchange!.latencyMs).toBeGreaterThan(0);
  });

  test("a number of tokens that no call has is not believed: the answer is estimated", async () => {
    await using open = await openWire({ type: "answer", text, usage: { input: usage.input, output: 1e15 } });
    await askText(open.gateway, each, streamed);
    expect(open.charges).toMatchObject([{ status: "complete", usageKnown: "estimated" }]);
    expect(open.charges[0]!.usage.outputTokens).toBeGreaterThan(0);
    expect(open.charges[0]!.usage.outputTokens).toBeLessThan(100);
    expect(open.account.openCalls).toBe(0);
  });

  test("every byte a packet of its own", async () => {
    await using open = await openWire({ ...answer, chunkBytes: 1 });
    const through = await askText(open.gateway, each, streamed);
    expect(through.text).toContain("🌍");
    expect(open.exchanges[0]!.answer.text).toBe(text.join(""));
    expect(open.charges[0]).toMatchObject({ usageKnown: "reported", usage: { outputTokens: usage.output } });
  });

  test("the AI SDK speaks through it as to the provider", async () => {
    await using open = await openWire(answer);
    const { gateway } = open;
    const resolver = createModelResolver({
      env: {
        ANTHROPIC_API_KEY: gateway.key,
        ANTHROPIC_BASE_URL: gateway.baseUrls["anthropic-messages"],
        OPENAI_API_KEY: gateway.key,
        OPENAI_BASE_URL: gateway.baseUrls["openai-responses"],
        GOOGLE_GENERATIVE_AI_API_KEY: gateway.key,
        GOOGLE_GEMINI_BASE_URL: gateway.baseUrls.gemini,
      },
    });
    const id = wire === "openai-chat" ? "openai-chat/gpt-4o" : modelId;
    const client = applyMiddleware(asLanguageModel(resolver(id), id), { specificationVersion: "v4" });
    const given = await callModel(client, streamed ? "stream" : "generate");
    expect(given).toMatchObject({ text: text.join(""), finishReason: "tool-calls", errors: [] });
    expect(given.toolCalls).toHaveLength(2);
    expect(open.charges[0]?.costUsd).toBeCloseTo(costUsd, 9);
    expect(open.server.requests[0]?.headers.authorization ?? "").not.toContain(gateway.key);
  });
});

test("what Anthropic keeps for an hour costs its own price", async () => {
  const usage = { input: 100_000, output: 10, cacheWrite: 100_000, cacheWriteHour: 100_000 };
  await using open = await openWire({ type: "answer", text, usage });
  for (const streamed of [false, true]) await askText(open.gateway, wireCalls[0]!, streamed);
  // 6 dollars per million tokens for an hour, 15 for the answer.
  for (const charge of open.charges) expect(charge.costUsd).toBeCloseTo(0.60015, 9);
  expect(open.charges).toHaveLength(2);
});

test("OpenRouter's own figure is the cost", async () => {
  const reply: WireAnswer = {
    type: "answer",
    text,
    usage: { input: 120_000, output: 8_000 },
    costUsd: 0.4321,
  };
  await using open = await openWire(reply, { model: "openrouter/openai/gpt-4o" });
  const chat = wireCalls.find(({ wire }) => wire === "openai-chat")!;
  for (const streamed of [false, true]) await askText(open.gateway, chat, streamed);
  for (const charge of open.charges) {
    expect(charge).toMatchObject({
      costBasis: "provider",
      costUsd: 0.4321,
      modelId: "openrouter/openai/gpt-4o",
    });
  }
  expect(open.server.requests.map(({ body }) => [body.model, body.usage])).toEqual([
    ["openai/gpt-4o", { include: true }],
    ["openai/gpt-4o", { include: true }],
  ]);
  expect(open.server.requests[0]?.headers.authorization).toBe("Bearer key-of-openrouter");
});

test.each(wireCalls)("$wire: every call goes to the model of the case", async (each) => {
  const rewritten = {
    ...each,
    path: (streamed: boolean) => each.path(streamed).replace(each.model, "little-one"),
  };
  await using open = await openWire({ type: "answer", text, usage: each.usage }, { model: each.modelId });
  const { status } = await askText(open.gateway, rewritten, true, { body: { model: "little-one" } });
  expect(status).toBe(200);
  expect(open.server.requests[0]?.model).toBe(each.model);
  expect(open.exchanges[0]).toMatchObject({ asked: "little-one", modelId: each.modelId });
  expect(open.charges[0]?.costUsd).toBeCloseTo(each.costUsd, 9);
});

test("an agent that names no model gets the model of the case, else an error in words", async () => {
  const [anthropic] = wireCalls;
  const { usage, modelId: model } = anthropic!;
  await using open = await openWire({ type: "answer", text, usage }, { model });
  expect((await askText(open.gateway, anthropic!, true, { body: { model: undefined } })).status).toBe(200);
  expect(open.server.requests[0]?.model).toBe(anthropic!.model);

  await using free = await openWire({ type: "answer", text, usage });
  const none = await askText(free.gateway, anthropic!, true, { body: { model: undefined } });
  expect(none).toMatchObject({ status: 402, text: expect.stringContaining("names no model") });
  expect(free.gateway).toMatchObject({ overBudget: null, refusal: { code: "no-model-asked" } });
  expect(free.server.requests).toHaveLength(0);
});
