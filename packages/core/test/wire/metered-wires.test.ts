import { describe, expect, test, vi } from "vitest";
import { isRetryable, retryAfterMs } from "../../src/model/retryable.ts";
import type { Charge } from "../../src/money/charge.ts";
import { estimateCostUsd } from "../../src/money/estimate-cost.ts";
import type { WireAnswer, WireReply } from "./wire.ts";
import { ask, call, failure, type MeteredWire, meteredWire, wireCases } from "./wire-cases.ts";

const text = ["Grüße, ", "Welt 🌍", "! How", " are you?"];
const everyCase = wireCases.flatMap((each) =>
  (["generate", "stream"] as const).map((mode) => ({ ...each, mode, name: `${each.wire}, ${mode}` })),
);
const answerOf = ({ usage }: (typeof wireCases)[number]): WireAnswer => ({
  type: "answer",
  text,
  reasoning: ["hm, ", "so"],
  usage,
});

/** The one charge of a call, which is also all that the account holds and all that the server was asked. */
function oneCharge({ charges, account, server }: MeteredWire): Charge {
  expect(charges).toHaveLength(1);
  expect(account).toMatchObject({ calls: 1, openCalls: 0, reservedUsd: 0 });
  expect(server.requests).toHaveLength(1);
  const [charge] = charges as [Charge];
  expect(account.spentUsd).toBeCloseTo(charge.costUsd ?? 0, 9);
  expect(account.usage).toEqual(charge.usage);
  return charge;
}

/** Ends long before the limits that vitest and the meter would set. */
async function promptly<T>(work: Promise<T>): Promise<T> {
  const started = performance.now();
  const outcome = await work;
  expect(performance.now() - started).toBeLessThan(5_000);
  return outcome;
}

describe.concurrent.each(everyCase)("$name", (wireCase) => {
  const { wire, modelId, mode, usage, costUsd } = wireCase;
  const answer = answerOf(wireCase);
  const streamed = mode === "stream";

  test("a whole answer costs what its tokens cost, to the cent and to the billionth", async () => {
    await using metered = await meteredWire(modelId, answer, { blockName: "planner" });
    expect(await call(metered.model, mode)).toMatchObject({ text: text.join(""), finishReason: "stop" });
    const charge = oneCharge(metered);
    expect(charge).toMatchObject({
      status: "complete",
      finishReason: "stop",
      blockName: "planner",
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
    expect(charge.costUsd?.toFixed(2)).toBe(costUsd.toFixed(2));
    expect(Math.abs(charge.costUsd! - costUsd)).toBeLessThan(1e-9);
    expect(estimateCostUsd(modelId, charge.usage)).toBe(charge.costUsd);
    expect(charge.requestId).toMatch(wire === "gemini" ? /^\d{12}$/ : /^req_\d{12}$/);
    expect(charge.latencyMs).toBeGreaterThan(0);
    if (streamed) expect(charge.timeToFirstTokenMs).toBeLessThanOrEqual(charge.latencyMs);
    else expect(charge.timeToFirstTokenMs).toBeUndefined();
    expect(metered.server.billed).toEqual({ cacheWrite: 0, ...usage });
  });

  test("ten answers cost ten times as much", async () => {
    await using metered = await meteredWire(modelId, answer);
    await Promise.all(Array.from({ length: 10 }, () => call(metered.model, mode)));
    expect(metered.charges).toHaveLength(10);
    expect(Math.abs(metered.account.spentUsd - 10 * costUsd)).toBeLessThan(1e-9);
    expect(metered.server.billed.output).toBe(metered.account.usage.outputTokens);
  });

  test.each<[string, WireReply & { type: "refusal" }]>([
    ["429 with Retry-After", { type: "refusal", status: 429, headers: { "retry-after": "7" } }],
    ["500", { type: "refusal", status: 500 }],
    ["529", { type: "refusal", status: 529 }],
  ])("%s costs nothing", async (_, reply) => {
    await using metered = await meteredWire(modelId, reply);
    const error = await failure(call(metered.model, mode));
    expect(isRetryable(error)).toBe(true);
    expect(retryAfterMs(error)).toBe(reply.headers ? 7_000 : undefined);
    expect(oneCharge(metered)).toMatchObject({
      status: "failed",
      usageKnown: "none",
      costUsd: 0,
      usage: { inputTokens: 0, outputTokens: 0 },
      error: { status: reply.status },
    });
  });

  test.each<[string, WireReply]>([
    ["a connection cut midway", { ...answer, ending: { type: "cut", after: 5 } }],
    ["an answer that lacks its end", { ...answer, ending: { type: "short" } }],
    ["a body that is garbage", { type: "garbage", body: "busy, busy, busy" }],
    ["a connection that breaks before the answer", { type: "hang-up" }],
  ])("%s is charged once, as failed and estimated", async (_, reply) => {
    await using metered = await meteredWire(modelId, reply);
    const outcome = await call(metered.model, mode).catch((error: Error) => error);
    // A stream may end without an error, but never as if the answer were complete.
    if (!(outcome instanceof Error)) expect(outcome.finishReason ?? "interrupted").toBe("interrupted");
    const charge = oneCharge(metered);
    expect(charge).toMatchObject({ status: "failed", usageKnown: "estimated", costBasis: "prices" });
    expect(charge.usage.inputTokens).toBeGreaterThan(0);
    expect(charge.costUsd).toBeGreaterThan(0);
    expect(charge.costUsd).toBeLessThan(costUsd);
  });

  test.each<[string, WireReply]>([
    ["a body that never ends", { ...answer, ending: { type: "stall", after: 5 } }],
    ["an answer that never begins", { type: "silence" }],
  ])("%s ends with the signal, in one charge", async (_, reply) => {
    await using metered = await meteredWire(modelId, reply);
    const controller = new AbortController();
    const reason = new Error("Enough.");
    const work = failure(call(metered.model, mode, { ...ask(), abortSignal: controller.signal }));
    await vi.waitFor(() => expect(metered.server.requests).toHaveLength(1), 20_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort(reason);
    expect(await promptly(work)).toBe(reason);
    expect(oneCharge(metered)).toMatchObject({
      status: "aborted",
      usageKnown: "estimated",
      error: { message: "Enough." },
    });
    await vi.waitFor(() => expect(metered.server.requests[0]?.clientGone).toBe(true), 20_000);
  });

  test.each<[string, WireReply]>([
    ["a body that never ends", { ...answer, ending: { type: "stall", after: 5 } }],
    ["an answer that never begins", { type: "silence" }],
  ])("%s ends with the deadline, in one charge, and may be tried again", async (_, reply) => {
    await using metered = await meteredWire(modelId, reply, { timeoutMs: 1_500 });
    const error = await promptly(failure(call(metered.model, mode)));
    expect(error).toMatchObject({ name: "CallTimeoutError", code: "call-timeout" });
    expect(isRetryable(error)).toBe(true);
    expect(oneCharge(metered)).toMatchObject({ status: "failed", error: { code: "call-timeout" } });
    await vi.waitFor(() => expect(metered.server.requests[0]?.clientGone).toBe(true), 20_000);
  });
});

describe.concurrent.each(wireCases)("$wire, streams only", (wireCase) => {
  const { wire, modelId, usage } = wireCase;
  const answer = answerOf(wireCase);
  // Anthropic says at once what it has read, Gemini with every piece; OpenAI only at the end.
  const inputKnown = wire === "anthropic-messages" || wire === "gemini";
  const knownInput = {
    inputTokens: usage.input,
    cacheReadTokens: usage.cacheRead,
    cacheWriteTokens: usage.cacheWrite ?? 0,
  };

  test("what was on the wire before a cut is in the charge", async () => {
    await using metered = await meteredWire(modelId, { ...answer, ending: { type: "cut", after: 5 } });
    await failure(call(metered.model, "stream"));
    const charge = oneCharge(metered);
    if (inputKnown) expect(charge.usage).toMatchObject(knownInput);
    else expect(charge.usage.inputTokens).toBeLessThan(100);
    // Gemini has counted five of its six pieces by then: 8,000 · 5 / 6.
    if (wire === "gemini") expect(charge.usage.outputTokens).toBe(6_666);
    else expect(charge.usage.outputTokens).toBeLessThan(20);
  });

  test("a reader who leaves midway is charged once for what came, and the server is told", async () => {
    const slow: WireReply = { ...answer, eventGapMs: 5, ending: { type: "stall", after: 5 } };
    await using metered = await meteredWire(modelId, slow);
    const { stream } = await metered.model.doStream(ask());
    const reader = stream.getReader();
    for (;;) {
      const { value } = await reader.read();
      if (value && "delta" in value && value.delta !== "") break;
    }
    await promptly(reader.cancel());
    const charge = oneCharge(metered);
    expect(charge).toMatchObject({ status: "aborted", usageKnown: "estimated" });
    if (inputKnown) expect(charge.usage).toMatchObject(knownInput);
    expect(charge.timeToFirstTokenMs).toBeLessThanOrEqual(charge.latencyMs);
    await vi.waitFor(() => expect(metered.server.requests[0]?.clientGone).toBe(true), 20_000);
  });

  test("a first event that nobody can read is no refusal: the rest is counted, read on or left", async () => {
    const reply: WireReply = { ...answer, garbageFirst: "{garbage" };
    for (const readOn of [true, false]) {
      await using metered = await meteredWire(modelId, reply);
      let errors = 0;
      try {
        const { stream } = await metered.model.doStream(ask());
        for await (const part of stream) {
          if (part.type === "error") errors += 1;
          if (part.type === "error" && !readOn) break;
        }
      } catch {
        errors += 1;
      }
      expect(errors).toBeGreaterThan(0);
      const charge = oneCharge(metered);
      // Anthropic's package throws the whole stream away.
      if (wire === "anthropic-messages") {
        expect(charge).toMatchObject({ status: "failed", usageKnown: "estimated" });
        expect(charge.costUsd).toBeGreaterThan(0);
        continue;
      }
      expect(charge).toMatchObject({ status: "failed", usageKnown: "reported", costBasis: "prices" });
      expect(charge.costUsd).toBeCloseTo(wireCase.costUsd, 9);
    }
  });

  test("a stream of which nothing can be read is estimated", async () => {
    await using metered = await meteredWire(modelId, { type: "garbage", body: "data: {garbage\n\n" });
    await call(metered.model, "stream").catch(() => {});
    const charge = oneCharge(metered);
    expect(charge).toMatchObject({ status: "failed", usageKnown: "estimated" });
    expect(charge.costUsd).toBeGreaterThan(0);
  });

  test.each([0, 5])("an overloaded server that says so after %d events", async (after) => {
    const error = wire === "gemini" ? "UNAVAILABLE" : "overloaded_error";
    const ending = { type: "error" as const, after, error, message: "Overloaded" };
    await using metered = await meteredWire(modelId, { ...answer, ending });
    const thrown: unknown[] = [];
    const given = await call(metered.model, "stream").catch((caught) => void thrown.push(caught));
    const reported = [...thrown, ...(given?.errors ?? [])];
    expect(reported).toHaveLength(1);
    expect(isRetryable(reported[0])).toBe(true);
    const charge = oneCharge(metered);
    expect(charge).toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining("Overloaded") },
    });
    expect(charge.usageKnown).toBe(after === 0 ? "none" : "estimated");
    if (after === 0) expect(charge.costUsd).toBe(0);
    else expect(charge.costUsd).toBeGreaterThan(0);
  });
});

describe("what Anthropic keeps for an hour costs its own price", () => {
  const usage = { input: 100_000, output: 10, cacheWrite: 100_000, cacheWriteHour: 100_000 };
  // 6 dollars per million tokens for an hour, 3.75 for five minutes.
  const hourUsd = 0.6;

  test.each<[string, WireReply, boolean]>([
    ["cut", { type: "answer", text, usage, ending: { type: "cut", after: 4 } }, false],
    ["short", { type: "answer", text, usage, ending: { type: "short" } }, false],
    [
      "failed",
      {
        type: "answer",
        text,
        usage,
        ending: { type: "error", after: 4, error: "overloaded_error", message: "Busy" },
      },
      false,
    ],
    ["timed out", { type: "answer", text, usage, ending: { type: "stall", after: 4 } }, false],
    ["aborted", { type: "answer", text, usage, ending: { type: "stall", after: 4 } }, true],
    ["whole", { type: "answer", text, usage }, false],
  ])("%s", async (_, reply, abort) => {
    await using metered = await meteredWire("claude-sonnet-4-5", reply, { timeoutMs: 1_000 });
    const abortSignal = abort ? AbortSignal.timeout(300) : undefined;
    await call(metered.model, "stream", { ...ask(), ...(abortSignal && { abortSignal }) }).catch(() => {});
    const charge = oneCharge(metered);
    expect(charge.usage.cacheWriteTokens).toBe(100_000);
    expect(charge.usage).not.toHaveProperty("cacheWriteHourTokens");
    expect(charge.costUsd).toBeGreaterThanOrEqual(hourUsd);
    expect(charge.costUsd).toBeLessThan(hourUsd + 0.001);
  });
});

test.each(["generate", "stream"] as const)("OpenRouter's own figure is the cost, %s", async (mode) => {
  const usage = { input: 120_000, output: 8_000 };
  const reply: WireReply = { type: "answer", text, usage, costUsd: 0.4321 };
  await using metered = await meteredWire("openrouter/openai/gpt-4o", reply);
  await call(metered.model, mode);
  expect(oneCharge(metered)).toMatchObject({
    costBasis: "provider",
    costUsd: 0.4321,
    usageKnown: "reported",
  });
});
