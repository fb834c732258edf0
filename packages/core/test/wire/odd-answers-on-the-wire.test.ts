import { describe, expect, test } from "vitest";
import type { Charge } from "../../src/money/charge.ts";
import type { WireAnswer, WireUsage } from "./wire.ts";
import { call, type MeteredWire, meteredWire, wireCases } from "./wire-cases.ts";

const text = ["Yes, ", "it is."];
const answerWith = (usage: WireUsage): WireAnswer => ({ type: "answer", text, usage });

/** The one charge of a call that is no more under way. */
function oneCharge({ charges, account }: MeteredWire): Charge {
  expect(charges).toHaveLength(1);
  expect(account).toMatchObject({ calls: 1, openCalls: 0, reservedUsd: 0 });
  return charges[0]!;
}

const everyCase = wireCases.flatMap(({ wire, modelId }) =>
  (["generate", "stream"] as const).map((mode) => ({ modelId, mode, name: `${wire}, ${mode}` })),
);

describe.each(everyCase)("$name", ({ modelId, mode }) => {
  // Whoever sent it is no provider, or one that refuses: its bytes are no bill.
  test.each([
    ["a page", "<!doctype html><p>Log in", "text/html"],
    ["nothing but an error", '{"error": {"message": "no"}}', "application/json"],
  ])("%s with a good status is charged nothing", async (_, body, contentType) => {
    await using metered = await meteredWire(modelId, { type: "garbage", body, contentType });
    await expect(call(metered.model, mode)).rejects.toThrow();
    expect(oneCharge(metered)).toMatchObject({ usageKnown: "none", costUsd: 0 });
  });

  test.each(["", '{"choices": [{"mess'])("%j with a good status is estimated", async (body) => {
    await using metered = await meteredWire(modelId, { type: "garbage", body });
    await call(metered.model, mode).catch(() => {});
    const charge = oneCharge(metered);
    expect(charge).toMatchObject({ status: "failed", usageKnown: "estimated" });
    expect(charge.costUsd).toBeGreaterThan(0);
  });

  test("fractions of tokens are rounded", async () => {
    await using metered = await meteredWire(modelId, answerWith({ input: 100.5, output: 8.25 }));
    expect(await call(metered.model, mode)).toMatchObject({ text: text.join("") });
    expect(oneCharge(metered)).toMatchObject({
      status: "complete",
      usageKnown: "reported",
      usage: { inputTokens: 101, outputTokens: 8 },
    });
  });

  test.each<[string, WireUsage]>([
    ["read", { input: 1e15, output: 8 }],
    ["written", { input: 100, output: 1e15 }],
    ["read, below none", { input: -100, output: 8 }],
  ])("tokens that no call can have (%s) are taken for not counted", async (_, usage) => {
    await using metered = await meteredWire(modelId, answerWith(usage));
    expect(await call(metered.model, mode)).toMatchObject({ text: text.join("") });
    const charge = oneCharge(metered);
    expect(charge).toMatchObject({ status: "complete", usageKnown: "estimated", costBasis: "prices" });
    expect(charge.usage.inputTokens).toBeGreaterThan(0);
    expect(charge.usage.outputTokens).toBeGreaterThan(0);
    expect(charge.costUsd).toBeGreaterThan(0);
    expect(charge.costUsd).toBeLessThan(0.01);
  });
});
