import { wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { answer, metered, price, prompt, usage } from "../../test/support/metered.ts";
import { applyMiddleware } from "../model/apply-middleware.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { AccountOptions } from "./account.ts";
import type { Charge } from "./charge.ts";
import { createAccount } from "./create-account.ts";
import { meter } from "./meter.ts";
import { strictOutputTokens } from "./worst-case.ts";

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
