import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4GenerateResult,
  type LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test, vi } from "vitest";
import { applyMiddleware } from "../model/apply-middleware.ts";
import { asLanguageModel } from "../model/as-language-model.ts";
import { withCallContext } from "../model/call-context.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { Account, AccountOptions, CallIntent } from "./account.ts";
import type { Charge } from "./charge.ts";
import { createAccount } from "./create-account.ts";
import { type MeterOptions, meter } from "./meter.ts";
import type { PriceTable } from "./price-table.ts";
import { noUsage } from "./usage.ts";
import { strictOutputTokens } from "./worst-case.ts";

const price = { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 1.25 };
const prompt = (text: string): LanguageModelV4CallOptions => ({
  prompt: [{ role: "user", content: [{ type: "text", text }] }],
});
const usage = (
  input: number | undefined,
  output: number | undefined,
  raw?: object,
): LanguageModelV4Usage => ({
  inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: output, text: undefined, reasoning: undefined },
  ...(raw && { raw: raw as NonNullable<LanguageModelV4Usage["raw"]> }),
});
const answer = (more: Partial<LanguageModelV4GenerateResult> = {}): LanguageModelV4GenerateResult => ({
  content: [{ type: "text", text: "hello" }],
  finishReason: { unified: "stop", raw: "stop" },
  usage: usage(1_000, 100),
  warnings: [],
  ...more,
});

/** A metered model with a price, its books, and what reached it. */
function metered(
  doGenerate: (options: LanguageModelV4CallOptions) => PromiseLike<LanguageModelV4GenerateResult>,
  options: Partial<MeterOptions> & { limits?: Partial<AccountOptions>; model?: Partial<LanguageModel> } = {},
) {
  const { limits, model: extra = { price }, ...meterOptions } = options;
  const charges: Charge[] = [];
  const ledger = { opened: () => {}, charged: (charge: Charge) => void charges.push(charge) };
  const account = createAccount({ name: "run", ledger, ...limits });
  const inner = Object.assign(new MockLanguageModelV4({ doGenerate }), extra) as MockLanguageModelV4 &
    LanguageModel;
  const model = applyMiddleware(inner, meter({ modelId: "test/model", account, ...meterOptions }));
  return { model, account, charges, sent: inner.doGenerateCalls };
}

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

describe("a call that fails", () => {
  const apiError = (statusCode: number | undefined, more: object = {}) =>
    new APICallError({ message: "no", url: "http://127.0.0.1", requestBodyValues: {}, statusCode, ...more });

  test.each([
    ["HTTP 429", apiError(429, { responseHeaders: { "x-request-id": "req_2" } }), "req_2"],
    ["HTTP 500", apiError(500), undefined],
    ["a refused connection", apiError(undefined, { cause: { code: "ECONNREFUSED" } }), undefined],
    ["an error of the model", new Error("boom"), undefined],
    ["undefined", undefined, undefined],
  ])("with %s is charged nothing, and the error comes through", async (_, error, requestId) => {
    const { model, charges, account } = metered(() => Promise.reject(error), {
      model: {},
      onWarning: () => {},
    });
    await expect(model.doGenerate(prompt("hi"))).rejects.toBe(error);
    expect(charges).toMatchObject([
      { status: "failed", usageKnown: "none", costUsd: 0, costBasis: "prices", usage: { inputTokens: 0 } },
    ]);
    expect(charges[0]?.requestId).toBe(requestId);
    expect(account.openCalls).toBe(0);
  });

  test("after the provider took it is charged what was sent, as an estimate", async () => {
    const { model, charges } = metered(() => Promise.reject(apiError(200, { responseBody: "y".repeat(80) })));
    await expect(model.doGenerate(prompt("x".repeat(400)))).rejects.toThrow("no");
    expect(charges[0]).toMatchObject({
      status: "failed",
      usageKnown: "estimated",
      usage: { inputTokens: 104, outputTokens: 20 },
      error: { status: 200 },
    });
  });

  test("because the model throws before it returns a promise is booked all the same", async () => {
    const { model, charges } = metered(() => {
      throw new Error("at once");
    });
    await expect(model.doGenerate(prompt("hi"))).rejects.toThrow("at once");
    expect(charges).toMatchObject([{ status: "failed", error: { message: "at once" } }]);
  });

  test("because its answer is no answer is booked all the same", async () => {
    const { model, charges, account } = metered(async () => ({}) as LanguageModelV4GenerateResult);
    await expect(model.doGenerate(prompt("hi"))).rejects.toThrow(TypeError);
    expect([charges.length, charges[0]?.status, account.openCalls]).toEqual([1, "failed", 0]);
  });
});

describe("odd numbers in an answer", () => {
  test.each([
    ["a count that no call has", usage(1e15, 100), { inputTokens: 5, outputTokens: 100 }],
    ["a count below none", usage(1_000, -1), { inputTokens: 1_000, outputTokens: 2 }],
    ["a text", usage("9" as unknown as number, 100), { inputTokens: 5, outputTokens: 100 }],
  ])("%s is taken for none: the call is estimated", async (_, odd, tokens) => {
    const { model, charges } = metered(async () => answer({ usage: odd }));
    await model.doGenerate(prompt("hi"));
    expect(charges).toMatchObject([{ status: "complete", usageKnown: "estimated", usage: tokens }]);
  });

  test("a fraction of a token is rounded, and the answer is as good as any", async () => {
    const { model, charges } = metered(async () => answer({ usage: usage(100.5, 10.4) }));
    await model.doGenerate(prompt("hi"));
    expect(charges).toMatchObject([
      { usageKnown: "reported", usage: { inputTokens: 101, outputTokens: 10 }, costUsd: 0.000_201 },
    ]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no price");
      },
    ],
    ["gives no amount", () => Number.NaN],
  ])("a price table that %s once the call has ended books the worst case", async (_, broken) => {
    let asked = 0;
    // Three questions are about the worst case.
    const cost = () => (++asked <= 3 ? 0.25 : broken());
    const { model, charges, account } = metered(async () => answer(), {
      model: {},
      prices: { cost } as unknown as PriceTable,
      limits: { limitUsd: 1, strict: true },
    });
    expect(await model.doGenerate(prompt("hi"))).toMatchObject({ content: [{ text: "hello" }] });
    expect(charges).toMatchObject([{ status: "complete", costUsd: 0.25 }]);
    expect(account).toMatchObject({ openCalls: 0, reservedUsd: 0, spentUsd: 0.25 });
  });
});

describe("a model that does not answer in time", () => {
  const deaf = () => {
    let answerLate = (_: LanguageModelV4GenerateResult) => {};
    let failLate = (_: Error) => {};
    const pending = new Promise<LanguageModelV4GenerateResult>((resolve, reject) => {
      answerLate = resolve;
      failLate = reject;
    });
    return {
      doGenerate: () => pending,
      answerLate: () => answerLate(answer()),
      failLate: () => failLate(new Error("late")),
    };
  };

  test("is cut off by the caller; the charge is there at once and what comes later is dropped", async () => {
    const { doGenerate, answerLate } = deaf();
    const { model, charges, account } = metered(doGenerate);
    const controller = new AbortController();
    const call = model.doGenerate({ ...prompt("x".repeat(400)), abortSignal: controller.signal });
    await vi.waitFor(() => expect(account.openCalls).toBe(1), 20_000);
    await Promise.resolve();
    controller.abort(new Error("enough"));
    expect(charges).toMatchObject([
      {
        status: "aborted",
        usageKnown: "estimated",
        usage: { inputTokens: 104, outputTokens: 0 },
        costUsd: 0.000104,
      },
    ]);
    await expect(call).rejects.toThrow("enough");
    answerLate();
    await new Promise(setImmediate);
    expect([charges.length, account.openCalls]).toEqual([1, 0]);
  });

  test("may have cost more than its prompt: the charge says how much at most, where a price is known", async () => {
    const most = async (options: Parameters<typeof metered>[1]) => {
      const { model, charges } = metered(deaf().doGenerate, { timeoutMs: 5, ...options });
      await expect(model.doGenerate({ ...prompt("hi"), maxOutputTokens: 1_000 })).rejects.toThrow();
      return charges.map(({ mostUsd }) => mostUsd);
    };
    expect(await most({})).toEqual([expect.closeTo(0.01, 3)]);
    expect(await most({ model: {} })).toEqual([undefined]);
    expect(await most({ model: { price: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } } })).toEqual([
      undefined,
    ]);
  });

  test("is carried at its worst case by a strict account: the limit holds whatever the provider bills", async () => {
    const { model, charges, account } = metered(deaf().doGenerate, {
      timeoutMs: 5,
      limits: { limitUsd: 0.025, strict: true },
    });
    const ask = () => model.doGenerate({ ...prompt("hi"), maxOutputTokens: 1_000 });
    await expect(ask()).rejects.toMatchObject({ code: "call-timeout" });
    await expect(ask()).rejects.toMatchObject({ code: "call-timeout" });
    await expect(ask()).rejects.toMatchObject({ code: "budget-exceeded" });
    const carried = { carried: true, status: "failed", costUsd: expect.closeTo(0.01, 3) };
    expect(charges).toMatchObject([carried, carried]);
    expect(account.reservedUsd).toBe(0);
  });

  test("is cut off by the deadline; a late failure is nobody's unhandled rejection", async () => {
    const { doGenerate, failLate } = deaf();
    const { model, charges, sent } = metered(doGenerate, { timeoutMs: 5 });
    await expect(model.doGenerate(prompt("hi"))).rejects.toMatchObject({
      code: "call-timeout",
      retryable: true,
      message: "test/model did not finish within 0.005 s. Try again, or allow the call more time.",
    });
    expect(charges).toMatchObject([
      { status: "failed", usageKnown: "estimated", error: { code: "call-timeout" } },
    ]);
    expect(sent[0]?.abortSignal?.reason).toMatchObject({ code: "call-timeout" });
    failLate();
    await new Promise(setImmediate);
  });

  test("is cut off when another call passes the limit", async () => {
    const first = deaf();
    const { model, charges, account } = metered(first.doGenerate, { limits: { limitUsd: 0.001 } });
    const call = model.doGenerate(prompt("hi"));
    const quick = Object.assign(new MockLanguageModelV4({ doGenerate: answer() }), { price });
    await applyMiddleware(quick, meter({ modelId: "test/quick", account })).doGenerate(prompt("hi"));
    await expect(call).rejects.toMatchObject({ code: "budget-exceeded", account: "run" });
    expect(charges.map((charge) => charge.status)).toEqual(["complete", "aborted"]);
    expect(account.openCalls).toBe(0);
  });

  test("does not keep a timer afterwards", async () => {
    vi.useFakeTimers();
    try {
      const { model } = metered(async () => answer());
      await model.doGenerate(prompt("hi"));
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("does not keep the caller's signal busy afterwards", async () => {
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    const { model } = metered(async () => answer());
    await model.doGenerate({ ...prompt("hi"), abortSignal: controller.signal });
    expect(added).toHaveBeenCalled();
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });
});

test.each([
  ["a connection that was cut", Object.assign(new Error("reset"), { code: "ECONNRESET" }), true],
  ["a provider out of reach", Object.assign(new Error("no"), { code: "ECONNREFUSED" }), false],
])("%s leaves the bill open only when the provider may have had the call", async (_, error, open) => {
  const { model, charges } = metered(() => Promise.reject(error));
  await expect(model.doGenerate(prompt("hi"))).rejects.toBe(error);
  expect(charges.map(({ mostUsd }) => mostUsd !== undefined)).toEqual([open]);
});

describe("strict mode", () => {
  const strict = (limitUsd: number): Partial<AccountOptions> => ({ limitUsd, strict: true });

  test("gives a call without maxOutputTokens one, and holds back what that may cost", async () => {
    let reserved = 0;
    const { model, account, sent } = metered(
      async () => {
        reserved = account.reservedUsd;
        return answer();
      },
      { limits: strict(1) },
    );
    await model.doGenerate(prompt("hi"));
    expect(sent[0]?.maxOutputTokens).toBe(strictOutputTokens);
    // 8,192 tokens at $10 a million, and 130 bytes of prompt at most at $1.25.
    expect(reserved).toBeCloseTo(0.08192 + 0.0001625, 9);
    expect([account.reservedUsd, account.spentUsd]).toEqual([0, 0.002]);
  });

  test("is what does that; otherwise the answer may be as long as it likes", async () => {
    const { model, sent } = metered(async () => answer(), { limits: { limitUsd: 1 } });
    await model.doGenerate(prompt("hi"));
    expect(sent[0]).not.toHaveProperty("maxOutputTokens");
  });

  test("holds back what the model may think on top of its answer", async () => {
    let reserved = 0;
    const { model, account } = metered(
      async () => {
        reserved = account.reservedUsd;
        return answer();
      },
      { limits: strict(1) },
    );
    const providerOptions = { anthropic: { thinking: { type: "enabled", budgetTokens: 4_000 } } };
    await model.doGenerate({ ...prompt("hi"), maxOutputTokens: 1_000, providerOptions });
    expect(reserved).toBeCloseTo(0.05 + 0.0001625, 9);
  });

  test("leaves a maxOutputTokens that is set alone", async () => {
    const { model, sent } = metered(async () => answer(), { limits: strict(1) });
    await model.doGenerate({ ...prompt("hi"), maxOutputTokens: 500 });
    expect(sent[0]?.maxOutputTokens).toBe(500);
  });

  test("refuses a call that the budget does not bear, rather than cut its answer short", async () => {
    const poor = metered(async () => answer(), { limits: strict(0.05) });
    await expect(poor.model.doGenerate(prompt("hi"))).rejects.toThrow("this call may cost $0.0820825");
    expect(poor.sent).toEqual([]);
    await poor.model.doGenerate({ ...prompt("hi"), maxOutputTokens: 4_000 });
    expect(poor.sent[0]?.maxOutputTokens).toBe(4_000);
  });

  test("never passes the limit, whatever is asked at once", async () => {
    const { model, account } = metered(async () => answer({ usage: usage(60, 400) }), {
      limits: strict(0.05),
    });
    const calls = Array.from({ length: 40 }, () =>
      model.doGenerate({ ...prompt("hi"), maxOutputTokens: 400 }),
    );
    const ended = await Promise.allSettled(calls);
    expect(account.spentUsd).toBeLessThanOrEqual(0.05);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(account.calls);
    expect(account.calls).toBe(12);
    expect([account.openCalls, account.reservedUsd]).toEqual([0, 0]);
  });
});

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

test("settings inside a wrapped model may pass a strict limit: it is booked, marked, and the last call", async () => {
  const charges: Charge[] = [];
  const ledger = { opened: () => {}, charged: (charge: Charge) => void charges.push(charge) };
  const account = createAccount({ name: "run", limitUsd: 0.01, strict: true, ledger });
  const inner = new MockLanguageModelV4({
    doGenerate: async ({ maxOutputTokens }) => answer({ usage: usage(10, maxOutputTokens) }),
  });
  const wrapped = wrapLanguageModel({
    model: inner,
    middleware: {
      specificationVersion: "v4",
      transformParams: async ({ params }) => ({ ...params, maxOutputTokens: 5_000 }),
    },
  });
  const model = applyMiddleware(
    Object.assign(wrapped, { price }) as LanguageModel,
    meter({ modelId: "test/model", account }),
  );
  const ask = { ...prompt("hi"), maxOutputTokens: 100 };
  await model.doGenerate(ask);
  expect(charges).toMatchObject([{ overReserved: true, usage: { outputTokens: 5_000 }, costUsd: 0.05001 }]);
  expect(account).toMatchObject({ spentUsd: 0.05001, reservedUsd: 0, leftUsd: 0 });
  await expect(model.doGenerate(ask)).rejects.toThrow("run is spent");
  expect(inner.doGenerateCalls).toHaveLength(1);
});

test("a charge within what was held back is not marked, nor is any without strict", async () => {
  for (const strict of [true, false]) {
    const { model, charges } = metered(async () => answer({ usage: usage(10, 10) }), {
      limits: { limitUsd: 1, strict },
    });
    await model.doGenerate({ ...prompt("hi"), maxOutputTokens: 100 });
    expect(charges[0]).not.toHaveProperty("overReserved");
  }
});

describe("an answer of a plain model that is none", () => {
  const bill = { promptTokens: 1_000, completionTokens: 100 };

  test.each<[object, string, object]>([
    [{ usage: bill }, "EmptyAnswerError", { usageKnown: "reported", costUsd: 0.002, costBasis: "prices" }],
    [{ usage: bill, costUsd: 0.5 }, "EmptyAnswerError", { costUsd: 0.5, costBasis: "provider" }],
    [{ costUsd: 0.5 }, "EmptyAnswerError", { usageKnown: "estimated", costUsd: 0.5 }],
    [{ toolCalls: "x", usage: bill }, "MalformedAnswerError", { usageKnown: "reported", costUsd: 0.002 }],
    [{ text: 5, usage: bill }, "MalformedAnswerError", { usageKnown: "reported", costUsd: 0.002 }],
    [{}, "EmptyAnswerError", { usageKnown: "estimated", costUsd: 0.000005 }],
  ])("%j is a failure that is paid for", async (result, name, expected) => {
    const charges: Charge[] = [];
    const ledger = { opened: () => {}, charged: (charge: Charge) => void charges.push(charge) };
    const account = createAccount({ name: "run", ledger });
    const plain = { modelId: "fake", price, generate: async () => result as never };
    const model = applyMiddleware(asLanguageModel(plain), meter({ modelId: "test/model", account }));
    await expect(model.doGenerate(prompt("hi"))).rejects.toMatchObject({ name });
    const { stream } = await model.doStream(prompt("hi"));
    await expect(stream.pipeTo(new WritableStream())).rejects.toMatchObject({ name });
    expect(charges).toMatchObject([
      { status: "failed", streamed: false, error: { name }, ...expected },
      { status: "failed", streamed: true, error: { name }, ...expected },
    ]);
  });
});
