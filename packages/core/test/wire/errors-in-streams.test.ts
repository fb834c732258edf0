// An error that a provider reports within its stream, as the one who ran the block gets to see it.
import { describe, expect, test } from "vitest";
import { generator } from "../../src/blocks/generator/generator.ts";
import { runBlock } from "../../src/blocks/run-block.ts";
import { createMemoryCache } from "../../src/cache/memory-cache.ts";
import { createModelResolver } from "../../src/model/create-model-resolver.ts";
import { isRetryable } from "../../src/model/retryable.ts";
import { createPriceTable } from "../../src/money/price-table.ts";
import { startWireServer } from "./start-wire-server.ts";
import type { WireReply } from "./wire.ts";
import { wireCases } from "./wire-cases.ts";

const prices = createPriceTable({ overrides: { "openai-chat/m": { input: 1, output: 10 } } });

async function failed(model: string, reply: WireReply, cached = false) {
  await using server = await startWireServer({ reply });
  const modelResolver = createModelResolver({ env: server.env });
  const block = generator({ name: "g", model, stream: true, retry: { maxAttempts: 1 } });
  const cache = cached && { cache: createMemoryCache() };
  const result = await runBlock(block, "Say hello.", { modelResolver, prices, ...cache });
  if (result.ok) throw new Error("It was expected to fail.");
  expect(result.charges).toHaveLength(1);
  return { error: result.error, charge: result.charges[0]! };
}

describe.each(wireCases.map(({ wire, modelId, usage }) => ({ wire, modelId, usage })))(
  "$wire",
  (wireCase) => {
    const { wire, modelId, usage } = wireCase;
    const reply = (error: string): WireReply => ({
      ...{ type: "answer", text: ["one ", "two ", "three"], usage },
      ending: {
        type: "error",
        after: wire === "gemini" ? 2 : 4,
        error,
        message: "Something broke over here.",
      },
    });

    test.each([
      [wire === "gemini" ? "UNAVAILABLE" : "server_error", true],
      [wire === "gemini" ? "INVALID_ARGUMENT" : "invalid_request_error", false],
    ])("%s is told in the provider's words, in the result and in the books", async (type, retryable) => {
      const { error, charge } = await failed(modelId, reply(type));
      expect(error).toMatchObject({
        ...{ name: "StreamFailedError", code: "stream-failed", message: "Something broke over here." },
      });
      expect([isRetryable(error), error.cause]).toEqual([retryable, expect.anything()]);
      const { name, message } = error;
      expect(charge).toMatchObject({
        status: "failed",
        error: { name, code: "stream-failed", message, retryable },
      });
    });
  },
);

test("an event that cannot be read says nothing of the model: the call may be made again", async () => {
  const chunk = { id: "1", created: 1, model: "m", choices: [{ index: 0, delta: { content: "hel" } }] };
  const body = `data: ${JSON.stringify(chunk)}\n\ndata: {not json\n\n`;
  const { error } = await failed("openai-chat/m", { type: "garbage", body });
  expect(error.message).toMatch(
    /^127\.0\.0\.1:\d+ answered openai-chat\/m with HTTP 200 and what is no answer of a model: "\{not json"\./,
  );
  expect(isRetryable(error)).toBe(true);
});

describe("what a call cost, told after its error", () => {
  const chunk = (more: object) => `data: ${JSON.stringify({ id: "1", created: 1, model: "m", ...more })}\n\n`;
  const text = chunk({ choices: [{ index: 0, delta: { content: "hello" }, finish_reason: null }] });
  const broke = `data: ${JSON.stringify({ error: { message: "boom", type: "server_error" } })}\n\n`;
  const count = chunk({ choices: [], usage: { prompt_tokens: 1000, completion_tokens: 200 } });

  test.each([false, true])("is in the result of the block, with a cache: %s", async (cached) => {
    const { error, charge } = await failed(
      "openai-chat/m",
      { type: "garbage", body: text + broke + count },
      cached,
    );
    expect(error.message).toBe("boom");
    expect(charge).toMatchObject({ usageKnown: "reported", costUsd: 0.003, error: { message: "boom" } });
  });

  test.each([
    ["says nothing more", 3_000],
    ["does not stop to say it", 0],
  ])("is not waited for without end when the server %s", async (_, gapMs) => {
    for (const cached of [false, true]) {
      const { error, charge } = await failed(
        "openai-chat/m",
        { type: "endless", piece: text + broke, gapMs },
        cached,
      );
      expect(error.message).toBe("boom");
      expect(charge).toMatchObject({ status: "failed", usageKnown: "estimated", error: { message: "boom" } });
    }
  });

  test("is not waited for when the block is stopped", async () => {
    await using server = await startWireServer({
      reply: { type: "endless", piece: text + broke, gapMs: 3_000 },
    });
    const stop = new AbortController();
    const result = await runBlock(
      generator({ name: "g", model: "openai-chat/m", stream: true }),
      "Say hello.",
      {
        ...{ modelResolver: createModelResolver({ env: server.env }), prices, signal: stop.signal },
        onEvent: ({ type }) =>
          void (type === "text.delta" && setTimeout(() => stop.abort(new Error("Enough.")), 50)),
      },
    );
    expect(result).toMatchObject({ ok: false, aborted: true });
    expect(result.charges).toMatchObject([{ usageKnown: "estimated" }]);
  });
});
