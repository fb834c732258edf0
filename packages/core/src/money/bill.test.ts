import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { type BilledCall, billFor } from "./bill.ts";
import { estimateInputTokens } from "./estimate-tokens.ts";
import { Flow } from "./flow.ts";
import { promptSize } from "./prompt-size.ts";

const size = promptSize({ prompt: [{ role: "user", content: [{ type: "text", text: "Say hello." }] }] });
const call: BilledCall = {
  ...{ provider: "acme", simulated: false, size, maxOutputTokens: undefined, strict: false },
  worstCaseUsd: 2,
  costOf: ({ inputTokens, outputTokens }) => (inputTokens + 10 * outputTokens) / 1e6,
};
const usage = (input: number, output: number) =>
  ({ inputTokens: { total: input }, outputTokens: { total: output } }) as LanguageModelV4Usage;

/** What has flowed back: some words, and the end with a count when one is given. */
function flowed(words: string, counted?: LanguageModelV4Usage, metadata?: object): Flow {
  const flow = new Flow();
  flow.taken = true;
  if (words !== "") flow.read({ type: "text-delta", id: "1", delta: words });
  if (counted) {
    const finishReason = { unified: "stop", raw: "stop" } as const;
    const providerMetadata = metadata as Record<string, Record<string, never>>;
    flow.read({ type: "finish", finishReason, usage: counted, ...(metadata && { providerMetadata }) });
  }
  return flow;
}

test("the provider's own count comes first", () => {
  expect(billFor(flowed("hello", usage(1000, 200)), true, call)).toEqual({
    usage: expect.objectContaining({ inputTokens: 1000, outputTokens: 200 }),
    ...{ usageKnown: "reported", costUsd: 0.003, costBasis: "prices" },
  });
});

test("what nobody counted is estimated from what has flowed", () => {
  expect(billFor(flowed("x".repeat(400)), true, call)).toMatchObject({
    usage: { inputTokens: estimateInputTokens(size) },
    ...{ usageKnown: "estimated", costBasis: "prices" },
  });
});

describe("nothing is billed", () => {
  const nothing = { usageKnown: "none", costUsd: 0, costBasis: "prices" };

  test("for a call that was never taken", () => {
    expect(billFor(new Flow(), false, call)).toMatchObject(nothing);
  });

  test("for one that the provider refused without a word", () => {
    const flow = flowed("");
    flow.read({ type: "error", error: { message: "busy" } });
    expect(billFor(flow, false, call)).toMatchObject(nothing);
  });

  test("but for one that was taken and not answered, what it read", () => {
    expect(billFor(flowed(""), false, call)).toMatchObject({ usageKnown: "estimated", mostUsd: 2 });
  });
});

test("the provider's figure comes before every price", () => {
  const flow = flowed("hello", usage(1000, 200), { x: { costUsd: 0.5 } });
  expect(billFor(flow, true, call)).toMatchObject({ costUsd: 0.5, costBasis: "provider" });
});

test("a figure on the wire counts only where it is OpenRouter's", () => {
  const raw = { choices: [], usage: { prompt_tokens: 1000, completion_tokens: 200, cost: 0.05 } };
  const flow = flowed("hello");
  flow.read({ type: "raw", rawValue: raw });
  expect(billFor(flow, false, { ...call, provider: "openrouter" })).toMatchObject({
    ...{ costUsd: 0.05, costBasis: "provider" },
  });
  expect(billFor(flow, false, call)).toMatchObject({ costUsd: 0.003, costBasis: "prices" });
});

test("a model without a price has a cost that nobody knows", () => {
  const flow = flowed("hello", usage(1000, 200));
  expect(billFor(flow, true, { ...call, costOf: () => null })).toMatchObject({
    ...{ costUsd: null, costBasis: "unpriced" },
  });
});

test("a price table that throws leaves a cost that is none", () => {
  const costOf = () => {
    throw new Error("no price");
  };
  expect(billFor(flowed("", usage(1, 1)), true, { ...call, costOf }).costUsd).toBeNaN();
});

describe("a call that broke off before its count came", () => {
  const flow = flowed("hello");

  test("is carried at its worst case on a strict account", () => {
    expect(billFor(flow, false, { ...call, strict: true })).toMatchObject({ costUsd: 2, carried: true });
  });

  test("is what is known on any other", () => {
    const bill = billFor(flow, false, call);
    expect(bill.costUsd).toBeLessThan(0.01);
    expect(bill).not.toHaveProperty("carried");
  });

  test("of a simulated model is known in any case", () => {
    expect(billFor(flow, false, { ...call, strict: true, simulated: true })).not.toHaveProperty("carried");
  });
});
