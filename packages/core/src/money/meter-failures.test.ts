import { APICallError, type LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { answer, metered, price, prompt, usage } from "../../test/support/metered.ts";
import { applyMiddleware } from "../model/apply-middleware.ts";
import { asLanguageModel } from "../model/as-language-model.ts";
import type { Charge } from "./charge.ts";
import { createAccount } from "./create-account.ts";
import { meter } from "./meter.ts";
import type { PriceTable } from "./price-table.ts";

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
    await expect(model.doGenerate(prompt("hi"))).rejects.toMatchObject({ code: "malformed-answer" });
    expect([charges.length, charges[0]?.status, account.openCalls]).toEqual([1, "failed", 0]);
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
