import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test, vi } from "vitest";
import { answer, metered, price, prompt, usage } from "../../test/support/metered.ts";
import { applyMiddleware } from "../model/apply-middleware.ts";
import { withCallContext } from "../model/call-context.ts";
import type { Account, CallIntent } from "./account.ts";
import type { Charge } from "./charge.ts";
import { createAccount } from "./create-account.ts";
import { meter } from "./meter.ts";
import { noUsage } from "./usage.ts";

describe("an answer", () => {
  test("is charged with tokens, cost, latency, finish reason and the provider's request id", async () => {
    const times = [100, 175];
    const clock = { now: () => Date.UTC(2026, 0, 1), elapsed: () => times.shift()! };
    const headers = { "request-id": "req_1" };
    const { model, account, charges } = metered(async () => answer({ response: { headers, id: "msg_1" } }), {
      clock,
      blockName: "writer",
    });
    expect(await model.doGenerate(prompt("hi"))).toMatchObject({ content: [{ text: "hello" }] });
    expect(charges).toEqual([
      {
        callId: expect.any(String),
        accounts: ["run"],
        payer: "subject",
        modelId: "test/model",
        provider: expect.any(String),
        blockName: "writer",
        status: "complete",
        finishReason: "stop",
        usage: {
          inputTokens: 1_000,
          outputTokens: 100,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          reasoningTokens: 0,
        },
        usageKnown: "reported",
        costUsd: 0.002,
        costBasis: "prices",
        streamed: false,
        startedAt: "2026-01-01T00:00:00.000Z",
        latencyMs: 75,
        requestId: "req_1",
      },
    ]);
    expect([account.spentUsd, account.openCalls]).toEqual([0.002, 0]);
  });

  test("whose tokens are told flat, as models of earlier versions told them, is charged by them", async () => {
    const told = { inputTokens: 1_000, outputTokens: 100, totalTokens: 1_100 } as never;
    const { model, charges } = metered(async () => answer({ usage: told }));
    await model.doGenerate(prompt("hi"));
    expect(charges).toMatchObject([
      { usage: { inputTokens: 1_000, outputTokens: 100 }, usageKnown: "reported", costUsd: 0.002 },
    ]);
  });

  test("falls back to the id of the response", async () => {
    const { model, charges } = metered(async () => answer({ response: { id: "msg_1" } }));
    await model.doGenerate(prompt("hi"));
    expect(charges[0]?.requestId).toBe("msg_1");
  });

  test("works under wrapLanguageModel of the AI SDK too", async () => {
    const account = createAccount({ name: "run" });
    const inner = Object.assign(new MockLanguageModelV4({ doGenerate: answer() }), { price });
    const model = wrapLanguageModel({ model: inner, middleware: meter({ modelId: "test/model", account }) });
    await model.doGenerate(prompt("hi"));
    expect(account.spentUsd).toBe(0.002);
  });

  test("with cache tokens is priced by kind, and entries kept for an hour at their own price", async () => {
    const cached: LanguageModelV4Usage = {
      inputTokens: { total: 1_000_000, noCache: 0, cacheRead: 500_000, cacheWrite: 500_000 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    };
    const hour = { ...cached, raw: { cache_creation: { ephemeral_1h_input_tokens: 500_000 } } };
    const results = [answer({ usage: cached }), answer({ usage: hour })];
    const { model, charges } = metered(async () => results.shift()!, {
      modelId: "claude-haiku-4-5",
      model: {},
    });
    await model.doGenerate(prompt("hi"));
    await model.doGenerate(prompt("hi"));
    // Claude Haiku 4.5: 0.10 to read, 1.25 to write for five minutes, 2.00 for an hour, per million.
    expect(charges.map((charge) => charge.costUsd)).toEqual([0.05 + 0.625, 0.05 + 1]);
    expect(charges[1]?.usage).toEqual(charges[0]?.usage);
  });

  test("with summaries on the way is charged for what was cached of them too", async () => {
    const compaction = { type: "compaction", input_tokens: 400_000, output_tokens: 0 };
    const iterations = [{ ...compaction, cache_read_input_tokens: 500_000 }];
    const usage: LanguageModelV4Usage = {
      inputTokens: { total: 500_000, noCache: 500_000, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 100_000, text: 100_000, reasoning: 0 },
      raw: { input_tokens: 100_000, output_tokens: 100_000, iterations },
    };
    const model = { modelId: "claude-haiku-4-5", model: {} };
    const { model: metering, charges } = metered(async () => answer({ usage }), model);
    await metering.doGenerate(prompt("hi"));
    expect(charges[0]).toMatchObject({ usageKnown: "reported", costUsd: 0.5 + 0.05 + 0.5 });
    expect(charges[0]?.usage).toMatchObject({ inputTokens: 1_000_000, cacheReadTokens: 500_000 });
  });

  test("with the provider's own figure is charged that", async () => {
    const { model, charges } = metered(async () =>
      answer({ providerMetadata: { gateway: { cost: "0.5" } } }),
    );
    await model.doGenerate(prompt("hi"));
    expect(charges[0]).toMatchObject({ costUsd: 0.5, costBasis: "provider" });
  });

  test("of a model without a price costs an unknown amount, with one warning", async () => {
    const onWarning = vi.fn();
    const { model, charges, account } = metered(async () => answer(), { model: {}, onWarning });
    await model.doGenerate(prompt("hi"));
    await model.doGenerate(prompt("hi"));
    expect(charges[0]).toMatchObject({ costUsd: null, costBasis: "unpriced", usage: { inputTokens: 1_000 } });
    expect([account.spentUsd, account.unpricedCalls, onWarning.mock.calls.length]).toEqual([0, 2, 1]);
  });

  test("of a model with a price warns of nothing", async () => {
    const onWarning = vi.fn();
    const { model } = metered(async () => answer(), { onWarning });
    await model.doGenerate(prompt("hi"));
    expect(onWarning).not.toHaveBeenCalled();
  });

  test.each([
    ["nothing", usage(undefined, undefined), { inputTokens: 14, outputTokens: 2 }],
    ["zeros", usage(0, 0), { inputTokens: 14, outputTokens: 2 }],
    ["only what was read", usage(77, undefined), { inputTokens: 77, outputTokens: 2 }],
    ["only what was written", usage(undefined, 66), { inputTokens: 14, outputTokens: 66 }],
  ])("of a provider that counts %s is estimated and marked", async (_, reported, tokens) => {
    const { model, charges } = metered(async () => answer({ usage: reported }));
    await model.doGenerate(prompt("x".repeat(40)));
    expect(charges[0]).toMatchObject({ status: "complete", usageKnown: "estimated", usage: tokens });
    expect(charges[0]?.costUsd).toBeGreaterThan(0);
  });

  test("that is estimated counts its thoughts and what it calls tools with too", async () => {
    const call = { type: "tool-call", toolCallId: "1", toolName: "read", input: '{"path":"a"}' } as const;
    const content = [{ type: "reasoning", text: "b".repeat(20) } as const, call];
    const { model, charges } = metered(async () => answer({ content, usage: usage(undefined, undefined) }));
    await model.doGenerate(prompt("hi"));
    expect(charges[0]?.usage).toMatchObject({ outputTokens: 9, reasoningTokens: 5 });
  });

  test("by another payer is booked on a child account", async () => {
    const { model, charges } = metered(async () => answer(), { payer: "judge" });
    await model.doGenerate(prompt("hi"));
    expect(charges[0]).toMatchObject({ payer: "judge", accounts: ["run", "judge"] });
  });
});

describe("what the model sees", () => {
  test("has no place in the run, unless the model is simulated", async () => {
    const call = withCallContext(prompt("hi"), { cell: "a" });
    const real = metered(async () => answer());
    await real.model.doGenerate(call);
    expect(real.sent[0]?.providerOptions).toEqual({});
    const simulated = metered(async () => answer(), { model: { price, simulated: true } });
    await simulated.model.doGenerate(call);
    expect(simulated.sent[0]?.providerOptions).toEqual({ x: { cell: "a" } });
    expect(simulated.charges[0]?.simulated).toBe(true);
    const wrapped = metered(async () => answer(), { model: { price, provider: "sim.0123456789ab" } });
    await wrapped.model.doGenerate(call);
    expect(wrapped.charges[0]).toMatchObject({ simulated: true, provider: "sim.0123456789ab" });
  });

  test("is nothing at all when the account refuses or the signal has fired", async () => {
    const spent = metered(async () => answer(), { limits: { limitUsd: 0 } });
    await expect(spent.model.doGenerate(prompt("hi"))).rejects.toMatchObject({ code: "budget-exceeded" });
    const unpriced = metered(async () => answer(), {
      limits: { limitUsd: 1 },
      model: {},
      onWarning: () => {},
    });
    await expect(unpriced.model.doGenerate(prompt("hi"))).rejects.toMatchObject({ code: "unpriced-model" });
    const abortSignal = AbortSignal.abort(new Error("enough"));
    const stopped = metered(async () => answer());
    await expect(stopped.model.doGenerate({ ...prompt("hi"), abortSignal })).rejects.toThrow("enough");
    for (const { sent, charges } of [spent, unpriced, stopped]) expect([...sent, ...charges]).toEqual([]);
  });

  test("is nothing when the signal fires while the call is written down", async () => {
    const controller = new AbortController();
    const charges: Charge[] = [];
    const ledger = {
      opened: async () => controller.abort(new Error("enough")),
      charged: (c: Charge) => void charges.push(c),
    };
    const { model, sent } = metered(async () => answer(), { limits: { ledger } });
    await expect(model.doGenerate({ ...prompt("hi"), abortSignal: controller.signal })).rejects.toThrow(
      "enough",
    );
    expect(sent).toEqual([]);
    expect(charges).toMatchObject([{ status: "aborted", usageKnown: "none", costUsd: 0 }]);
  });
});

test("a call whose money went between its opening and its sending is not sent", async () => {
  const charges: Charge[] = [];
  const ledger = { opened: () => {}, charged: (charge: Charge) => void charges.push(charge) };
  const run = createAccount({ name: "run", limitUsd: 1, ledger });
  const openLate = async (intent: CallIntent) => {
    const [call, other] = [await run.open(intent), await run.open(intent)];
    other.settle({ ...overspent, modelId: intent.modelId });
    return call;
  };
  const account: Account = Object.create(run, { open: { value: openLate } });
  const inner = Object.assign(new MockLanguageModelV4({ doGenerate: answer() }), { price });
  const model = applyMiddleware(inner, meter({ modelId: "test/model", account }));
  await expect(model.doGenerate(prompt("hi"))).rejects.toMatchObject({ code: "budget-exceeded" });
  expect(inner.doGenerateCalls).toEqual([]);
  expect(charges[1]).toMatchObject({ status: "aborted", usageKnown: "none", costUsd: 0 });
  expect(run.openCalls).toBe(0);
});

const overspent = {
  status: "complete",
  finishReason: "stop",
  usage: noUsage,
  usageKnown: "reported",
  costUsd: 2,
  costBasis: "prices",
  streamed: false,
  startedAt: "2026-01-01T00:00:00.000Z",
  latencyMs: 1,
} as const;

describe("a model that is priced as another", () => {
  const model = { pricedAs: "acme/unknown" };

  test("is refused under the id that a prices file needs", async () => {
    const { model: priced } = metered(async () => answer(), {
      model,
      limits: { limitUsd: 1 },
      onWarning: () => {},
    });
    await expect(priced.doGenerate(prompt("hi"))).rejects.toThrow(
      /^acme\/unknown, whose price counts for test\/model, has no price.*"acme\/unknown": \{/,
    );
  });

  test("is warned of under that id", async () => {
    const warnings: string[] = [];
    const onWarning = (message: string) => void warnings.push(message);
    await metered(async () => answer(), { model, onWarning }).model.doGenerate(prompt("hi"));
    expect(warnings).toEqual([
      expect.stringContaining("acme/unknown, whose price counts for test/model, has no price"),
    ]);
  });
});
