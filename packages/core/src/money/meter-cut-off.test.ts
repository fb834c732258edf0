import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test, vi } from "vitest";
import { answer, metered, price, prompt } from "../../test/support/metered.ts";
import { applyMiddleware } from "../model/apply-middleware.ts";
import { meter } from "./meter.ts";

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
