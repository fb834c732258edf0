// What a provider has counted, or priced, is booked, whatever comes after it and whatever its package makes of it.
import { describe, expect, test } from "vitest";
import type { Charge } from "../../src/money/charge.ts";
import { createAccount } from "../../src/money/create-account.ts";
import { createPriceTable } from "../../src/money/price-table.ts";
import type { WireReply } from "./wire.ts";
import { ask, call, meteredWire } from "./wire-cases.ts";

const rate = { input: 1, output: 10 };
const models = ["anthropic/m", "openai/m", "openai-chat/m", "google/m", "openrouter/a/m"];
const prices = createPriceTable({ overrides: Object.fromEntries(models.map((id) => [id, rate])) });

const events = (...chunks: object[]) =>
  chunks.map((chunk) => `event: ${"type" in chunk ? chunk.type : "message"}\n${data(chunk)}`).join("");
const data = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const chat = (delta: object | undefined, finish_reason: string | null = null, more: object = {}) => ({
  ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "a/m" },
  choices: delta === undefined ? [] : [{ index: 0, delta, finish_reason }],
  ...more,
});
const chatUsage = (prompt_tokens: number, completion_tokens: number, more: object = {}) => ({
  usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, ...more },
});
const anthropic = (start: object, end: object) =>
  events(
    {
      type: "message_start",
      message: {
        ...{ id: "m", type: "message", role: "assistant", model: "m", content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: start },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hello" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: end },
    { type: "message_stop" },
  );
const gemini = (text: string, prompt: number, written: number, finishReason?: string) => ({
  candidates: [
    { content: { role: "model", parts: [{ text }] }, index: 0, ...(finishReason && { finishReason }) },
  ],
  usageMetadata: { promptTokenCount: prompt, candidatesTokenCount: written },
});

async function chargeOf(
  modelId: string,
  mode: "generate" | "stream",
  body: string,
  contentType?: string,
): Promise<Charge & { thrown: unknown }> {
  const reply = { type: "garbage", body, ...(contentType && { contentType }) } as const;
  await using metered = await meteredWire(modelId, reply, { prices });
  const thrown = await call(metered.model, mode).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(metered.charges).toHaveLength(1);
  expect(metered.account.openCalls).toBe(0);
  return { ...metered.charges[0]!, thrown };
}

test.each(["generate", "stream"] as const)(
  "thoughts that a server counts in its total alone are billed: %s",
  async (mode) => {
    const usage = chatUsage(1000, 5, {
      total_tokens: 1305,
      completion_tokens_details: { reasoning_tokens: 300 },
    });
    const whole = { ...chat(undefined, null, usage), object: "chat.completion" };
    const choices = [{ index: 0, message: { role: "assistant", content: "hello" }, finish_reason: "stop" }];
    const body =
      mode === "stream"
        ? `${events(chat({ content: "hello" }, "stop"), chat(undefined, null, usage))}data: [DONE]\n\n`
        : JSON.stringify({ ...whole, choices });
    const type = mode === "stream" ? undefined : "application/json";
    expect(await chargeOf("openai-chat/m", mode, body, type)).toMatchObject({
      ...{ usageKnown: "reported", costUsd: (1000 + 10 * 305) / 1e6 },
      usage: { inputTokens: 1000, outputTokens: 305, reasoningTokens: 300 },
    });
  },
);

describe("a count that a later one of the same call falls short of", () => {
  const done = "data: [DONE]\n\n";
  const response = (input_tokens: number, output_tokens: number) => ({
    ...{ id: "r", created_at: 1, model: "m", status: "completed", output: [], error: null },
    ...{ incomplete_details: null, usage: { input_tokens, output_tokens } },
  });

  test.each<[string, string, string, number, number]>([
    [
      "Anthropic, input of 0 at the end",
      "anthropic/m",
      anthropic({ input_tokens: 1000, output_tokens: 1 }, { input_tokens: 0, output_tokens: 5 }),
      ...([1000, 5] as const),
    ],
    [
      "Anthropic, less input at the end",
      "anthropic/m",
      anthropic({ input_tokens: 1000, output_tokens: 1 }, { input_tokens: 10, output_tokens: 5 }),
      ...([1000, 5] as const),
    ],
    [
      "Chat, zeros at the end",
      "openai-chat/m",
      events(
        chat({ content: "hello" }, "stop", chatUsage(1000, 200)),
        chat(undefined, null, chatUsage(0, 0)),
      ) + done,
      ...([1000, 200] as const),
    ],
    [
      "Chat, less output at the end",
      "openai-chat/m",
      events(
        chat({ content: "hello" }, "stop", chatUsage(1000, 200)),
        chat(undefined, null, chatUsage(1000, 2)),
      ) + done,
      ...([1000, 200] as const),
    ],
    [
      "Responses, said twice",
      "openai/m",
      events(
        { type: "response.created", response: { id: "r", created_at: 1, model: "m" } },
        { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "x" } },
        { type: "response.output_text.delta", item_id: "x", delta: "hello" },
        { type: "response.completed", response: response(1000, 200) },
        { type: "response.completed", response: response(0, 5) },
      ),
      ...([1000, 200] as const),
    ],
    [
      "Gemini, no input at the end",
      "google/m",
      [gemini("hel", 1000, 3), gemini("lo", 0, 200, "STOP")].map(data).join(""),
      ...([1000, 200] as const),
    ],
  ])("%s, is not taken back", async (_, modelId, body, inputTokens, outputTokens) => {
    expect(await chargeOf(modelId, "stream", body)).toMatchObject({
      status: "complete",
      usageKnown: "reported",
      usage: { inputTokens, outputTokens },
      costUsd: (inputTokens + 10 * outputTokens) / 1e6,
    });
  });

  test("a budget holds against a server that counts at the start and says 0 at the end", async () => {
    const body = anthropic(
      { input_tokens: 100_000, output_tokens: 1 },
      { input_tokens: 0, output_tokens: 5 },
    );
    const account = createAccount({ name: "run", limitUsd: 0.5 });
    const reply = { type: "garbage", body } as const;
    await using metered = await meteredWire("anthropic/m", reply, { prices, account });
    let calls = 0;
    while (calls < 20) {
      const error = await call(metered.model, "stream").catch((caught: Error) => caught);
      if (error instanceof Error) break;
      calls += 1;
    }
    expect(calls).toBeLessThanOrEqual(5);
    expect(account.spentUsd).toBeCloseTo(calls * 0.10005, 9);
  });
});

describe("the figure of OpenRouter", () => {
  const priced = chatUsage(1000, 200, { cost: 0.05 });
  const text = chat({ content: "hello" });
  const broken = { error: { code: 502, message: "Provider disconnected" } };

  test.each<[string, string]>([
    [
      "a chunk that cannot be read",
      events(text, chat(undefined, null, priced)) + data({}).replace("{}", "{no"),
    ],
    ["an error", events(text, chat(undefined, null, priced), chat({ content: "" }, "error", broken))],
    ["an error in the same chunk", events(text, chat({ content: "" }, "error", { ...broken, ...priced }))],
    [
      "a figure of 0",
      events(text, chat({}, "stop", priced), chat(undefined, null, chatUsage(1000, 200, { cost: 0 }))),
    ],
    ["zeros", events(text, chat({}, "stop", priced), chat(undefined, null, chatUsage(0, 0, { cost: 0 })))],
  ])("is booked though %s follows", async (_, body) => {
    for (const modelId of ["openrouter/a/m", "openrouter/a/unpriced"]) {
      const reply = { type: "garbage", body } as const;
      await using metered = await meteredWire(modelId, reply, { prices, onWarning: () => {} });
      await call(metered.model, "stream").catch(() => {});
      expect(metered.charges).toMatchObject([
        { usageKnown: "reported", costBasis: "provider", costUsd: 0.05 },
      ]);
    }
  });

  test("is booked though the connection is cut", async () => {
    const ending = { type: "cut", after: 4 } as const;
    const usage = { input: 1000, output: 200 };
    const reply: WireReply = { type: "answer", text: ["hello"], usage, costUsd: 0.05, ending };
    await using metered = await meteredWire("openrouter/a/m", reply, { prices });
    await call(metered.model, "stream").catch(() => {});
    expect(metered.charges).toMatchObject([
      { status: "failed", usageKnown: "reported", costBasis: "provider", costUsd: 0.05 },
    ]);
  });

  test("is booked for an answer without choices, for one with nothing but an error, and for events where none were asked for", async () => {
    const none = { ...chat(undefined), object: "chat.completion", ...priced };
    for (const body of [none, { ...broken, ...priced }]) {
      expect(await chargeOf("openrouter/a/m", "generate", JSON.stringify(body))).toMatchObject({
        ...{ status: "failed", usageKnown: "reported", costBasis: "provider", costUsd: 0.05 },
      });
    }
    const asEvents = events(text, chat({}, "stop", priced));
    expect(await chargeOf("openrouter/a/m", "generate", asEvents)).toMatchObject({
      ...{ usageKnown: "reported", costBasis: "provider", costUsd: 0.05 },
    });
    const { thrown } = await chargeOf("openrouter/a/m", "generate", JSON.stringify(broken));
    expect(thrown).toMatchObject({ code: "server-failed", retryable: true });
    expect(String(thrown)).toContain("(HTTP 200: Provider disconnected)");
  });

  test("is booked when the reader leaves after it, fee and own key together", async () => {
    const own = { cost: 0.002, is_byok: true, cost_details: { upstream_inference_cost: 0.04 } };
    const body = events(
      text,
      chat(undefined, null, chatUsage(1000, 200, own)),
      chat({ content: "" }, "error", broken),
    );
    await using metered = await meteredWire("openrouter/a/m", { type: "garbage", body }, { prices });
    const { stream } = await metered.model.doStream(ask());
    for await (const part of stream) if (part.type === "error") break;
    expect(metered.charges).toMatchObject([{ status: "failed", costBasis: "provider" }]);
    expect(metered.charges[0]!.costUsd).toBeCloseTo(0.042, 9);
  });

  test("of another server is not its", async () => {
    const body = events(text, chat(undefined, null, priced), broken);
    expect(await chargeOf("openai-chat/m", "stream", body)).toMatchObject({
      costBasis: "prices",
      costUsd: 0.003,
    });
  });
});

describe("an answer that came whole and that the package of the provider does not take", () => {
  const failed = (more: object = {}) => ({
    ...{ id: "r", object: "response", created_at: 1, model: "m", status: "failed", output: [] },
    ...{ usage: { input_tokens: 1000, output_tokens: 200, total_tokens: 1200 }, incomplete_details: null },
    error: { code: "server_error", message: "The model failed to generate a response.", ...more },
  });
  const counted = {
    ...{ status: "failed", usageKnown: "reported", costBasis: "prices", costUsd: 0.003 },
    usage: { inputTokens: 1000, outputTokens: 200 },
  };

  test.each([
    ["as OpenAI sends it", failed()],
    ["with a type", failed({ type: "server_error" })],
  ])("a failed response, %s, is counted, told in its own words, and may be tried again", async (_, body) => {
    const { thrown, ...charge } = await chargeOf("openai/m", "generate", JSON.stringify(body));
    expect(charge).toMatchObject(counted);
    expect(charge).not.toHaveProperty("mostUsd");
    expect(thrown).toMatchObject({ name: "ProviderAnswerError", code: "server-failed", retryable: true });
    expect(String(thrown)).toMatch(
      / failed for openai\/m \(HTTP 200: The model failed to generate a response\)\. Trying again a little later may help\.$/,
    );
  });

  test("a failed response whose request is to blame is not tried again", async () => {
    const body = JSON.stringify({ ...failed(), error: { code: "invalid_prompt", message: "Not this." } });
    const { thrown } = await chargeOf("openai/m", "generate", body);
    expect(thrown).toMatchObject({ code: "refused-request", retryable: false });
    expect(String(thrown)).toContain("Not this");
  });

  test("a failed response as events without a word is counted", async () => {
    const pending = { ...failed(), status: "in_progress", usage: null, error: null };
    const body = events(
      { type: "response.created", sequence_number: 0, response: pending },
      { type: "response.failed", sequence_number: 1, response: failed() },
    );
    const { thrown, ...charge } = await chargeOf("openai/m", "stream", body);
    expect(charge).toMatchObject(counted);
    expect(String(thrown)).toContain("The model failed to generate a response");
  });

  test.each(["openai-chat/m", "openrouter/a/m"])("no choices, but a count, from %s", async (modelId) => {
    const { thrown, ...charge } = await chargeOf(
      modelId,
      "generate",
      JSON.stringify({ ...chat(undefined), object: "chat.completion", ...chatUsage(1000, 200) }),
    );
    expect(charge).toMatchObject(counted);
    expect(charge).not.toHaveProperty("mostUsd");
    expect(thrown).toMatchObject({ code: "foreign-answer" });
  });

  test("no choices and no count is an answer that was heard", async () => {
    const { thrown: _, ...charge } = await chargeOf(
      "openai-chat/m",
      "generate",
      JSON.stringify(chat(undefined)),
    );
    expect(charge).toMatchObject({ status: "failed", usageKnown: "estimated" });
    expect(charge).not.toHaveProperty("mostUsd");
  });

  test("JSON where events were asked for, and events where JSON was", async () => {
    const whole = { ...chat({}, "stop"), object: "chat.completion", ...chatUsage(1000, 200) };
    const json = await chargeOf("openai-chat/m", "stream", JSON.stringify(whole), "application/json");
    expect(json).toMatchObject(counted);
    const body = events(chat({ content: "hello" }, "stop"), chat(undefined, null, chatUsage(1000, 200)));
    expect(await chargeOf("openai-chat/m", "generate", body)).toMatchObject(counted);
  });

  test("a count of zeros beside an error is none", async () => {
    const body = JSON.stringify({ error: { message: "no" }, ...chatUsage(0, 0) });
    const { thrown, ...charge } = await chargeOf("openai-chat/m", "generate", body);
    expect(charge).toMatchObject({ usageKnown: "none", costUsd: 0 });
    expect(String(thrown)).toContain("(HTTP 200: no)");
  });
});

test("a count that follows an error is waited for, and not for long", async () => {
  const body = events(chat({ content: "hello" }), { error: { message: "boom", type: "server_error" } });
  const late = body + data(chat(undefined, null, chatUsage(1000, 200)));
  for (const [sent, usageKnown] of [
    [late, "reported"],
    [body, "estimated"],
  ] as const) {
    await using metered = await meteredWire("openai-chat/m", { type: "garbage", body: sent }, { prices });
    const { stream } = await metered.model.doStream(ask());
    for await (const part of stream) if (part.type === "error") break;
    expect(metered.charges).toMatchObject([{ status: "failed", usageKnown, error: { message: "boom" } }]);
  }
});
