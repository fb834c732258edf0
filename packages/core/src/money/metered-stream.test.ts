import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test, vi } from "vitest";
import { applyMiddleware } from "../model/apply-middleware.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { AccountOptions } from "./account.ts";
import type { Charge } from "./charge.ts";
import { createAccount } from "./create-account.ts";
import { type MeterOptions, meter } from "./meter.ts";

type Part = LanguageModelV4StreamPart;

const prompt: LanguageModelV4CallOptions = {
  prompt: [{ role: "user", content: [{ type: "text", text: "x".repeat(400) }] }],
};
/** What 400 bytes in one message are taken for. */
const estimatedInput = 104;
const text = (delta: string): Part => ({ type: "text-delta", id: "1", delta });
const raw = (rawValue: unknown): Part => ({ type: "raw", rawValue });
const usage = (input: number | undefined, output: number | undefined): LanguageModelV4Usage => ({
  inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: output, text: undefined, reasoning: undefined },
});
const finish = (
  unified: LanguageModelV4FinishReason["unified"] = "stop",
  reported = usage(1_000, 100),
): Part => ({
  type: "finish",
  finishReason: { unified, raw: undefined },
  usage: reported,
});

/** A source under the test's control: what it was asked for, and how it was told to stop. */
function source(parts: readonly Part[], end: "close" | "hang" | Error = "close") {
  const left = [...parts];
  const seen = { pulls: 0, cancelled: undefined as unknown };
  const stream = new ReadableStream<Part>(
    {
      pull(controller) {
        seen.pulls += 1;
        const part = left.shift();
        if (part) controller.enqueue(part);
        else if (end === "close") controller.close();
        else if (end !== "hang") controller.error(end);
        else return new Promise(() => {});
      },
      cancel(reason) {
        seen.cancelled = reason ?? "cancelled";
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

function metered(
  stream: ReadableStream<Part>,
  options: Partial<MeterOptions> & {
    limits?: Partial<AccountOptions>;
    headers?: Record<string, string>;
  } = {},
) {
  const { limits, headers, ...meterOptions } = options;
  const charges: Charge[] = [];
  const ledger = { opened: () => {}, charged: (charge: Charge) => void charges.push(charge) };
  const account = createAccount({ name: "run", ledger, ...limits });
  const inner = new MockLanguageModelV4({ doStream: { stream, ...(headers && { response: { headers } }) } });
  const priced: LanguageModel = Object.assign(inner, { price: { input: 1, output: 10 } });
  const model = applyMiddleware(priced, meter({ modelId: "test/model", account, ...meterOptions }));
  return { model, account, charges, sent: inner.doStreamCalls };
}

async function readAll(stream: ReadableStream<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

describe("a stream that ends well", () => {
  test("is passed on part by part and charged once, with the time to the first token", async () => {
    let now = 0;
    const clock = { now: () => 0, elapsed: () => (now += 10) };
    const parts: Part[] = [
      { type: "stream-start", warnings: [] },
      { type: "response-metadata", id: "msg_1" },
      { type: "text-start", id: "1" },
      text("hello"),
      text(" world"),
      { type: "text-end", id: "1" },
      finish(),
    ];
    const { model, charges, account } = metered(source(parts).stream, { clock });
    const { stream } = await model.doStream(prompt);
    expect(await readAll(stream)).toEqual(parts);
    expect(charges).toEqual([
      {
        callId: expect.any(String),
        accounts: ["run"],
        payer: "subject",
        modelId: "test/model",
        provider: expect.any(String),
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
        streamed: true,
        startedAt: "1970-01-01T00:00:00.000Z",
        timeToFirstTokenMs: 10,
        latencyMs: 20,
        requestId: "msg_1",
      },
    ]);
    expect(account.openCalls).toBe(0);
  });

  test("is booked when finish passes, though nobody reads on", async () => {
    const { model, charges } = metered(source([text("hi"), finish()], "hang").stream, {
      headers: { "x-request-id": "req_1" },
    });
    const reader = (await model.doStream(prompt)).stream.getReader();
    await reader.read();
    expect(charges).toEqual([]);
    await reader.read();
    expect(charges).toMatchObject([{ status: "complete", requestId: "req_1" }]);
    await reader.cancel();
    expect(charges).toHaveLength(1);
  });

  test("without any usage is estimated from the text and marked", async () => {
    const parts = [text("a".repeat(40)), { type: "reasoning-delta", id: "2", delta: "b".repeat(20) } as Part];
    const { model, charges } = metered(
      source([...parts, finish("stop", usage(undefined, undefined))]).stream,
    );
    await readAll((await model.doStream(prompt)).stream);
    expect(charges).toMatchObject([
      {
        status: "complete",
        usageKnown: "estimated",
        usage: { inputTokens: estimatedInput, outputTokens: 15, reasoningTokens: 5 },
      },
    ]);
  });

  test("counts the input of a tool call once, streamed or not", async () => {
    const call = (toolCallId: string): Part => ({
      type: "tool-call",
      toolCallId,
      toolName: "grep",
      input: "c".repeat(36),
    });
    const delta: Part = { type: "tool-input-delta", id: "1", delta: "c".repeat(36) };
    const parts = [delta, call("1"), call("2"), finish("tool-calls", usage(undefined, undefined))];
    const { model, charges } = metered(source(parts).stream);
    await readAll((await model.doStream(prompt)).stream);
    expect(charges[0]?.usage.outputTokens).toBe((36 + 36 + 4) / 4);
  });
});

describe("raw chunks", () => {
  const parts = [raw({ any: "thing" }), text("hi"), finish()];

  test("are asked for, and left out when the reader did not ask", async () => {
    const { model, sent } = metered(source(parts).stream);
    expect(await readAll((await model.doStream(prompt)).stream)).toEqual([text("hi"), finish()]);
    expect(sent[0]?.includeRawChunks).toBe(true);
  });

  test("come through when the reader asked", async () => {
    const { model } = metered(source(parts).stream);
    expect(await readAll((await model.doStream({ ...prompt, includeRawChunks: true })).stream)).toEqual(
      parts,
    );
  });
});

describe("a stream that breaks", () => {
  const start = raw({
    type: "message_start",
    message: { usage: { input_tokens: 50, cache_read_input_tokens: 30, output_tokens: 1 } },
  });
  const last = raw({ type: "message_delta", usage: { output_tokens: 9 } });
  const flowed = text("a".repeat(40));
  const overloaded: Part = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };

  test.each<[string, Part[], "close" | Error, object]>([
    [
      "ends without finish",
      [flowed],
      "close",
      {
        usageKnown: "estimated",
        usage: { inputTokens: estimatedInput, outputTokens: 10 },
        error: { code: "stream-cut" },
      },
    ],
    [
      "is interrupted",
      [start, flowed, finish("interrupted", usage(80, 1))],
      "close",
      {
        usageKnown: "estimated",
        usage: { inputTokens: 80, cacheReadTokens: 30, outputTokens: 10 },
        error: { code: "stream-cut", retryable: true },
      },
    ],
    [
      "is interrupted after the last count",
      [start, flowed, last, finish("interrupted", usage(80, 1))],
      "close",
      { usageKnown: "reported", usage: { inputTokens: 80, outputTokens: 9 }, error: { code: "stream-cut" } },
    ],
    [
      "fails on the socket",
      [start, flowed],
      new TypeError("terminated"),
      {
        usageKnown: "estimated",
        usage: { inputTokens: 80, outputTokens: 10 },
        error: { message: "terminated" },
      },
    ],
    [
      "fails on a response that the error quotes",
      [start, flowed],
      Object.assign(new Error("unreadable"), { statusCode: 200, responseBody: "b".repeat(400) }),
      { usageKnown: "estimated", usage: { inputTokens: 80, outputTokens: 10 } },
    ],
    [
      "finishes with an error it does not name",
      [flowed, finish("error", usage(80, 1))],
      "close",
      {
        usageKnown: "estimated",
        usage: { inputTokens: 80, outputTokens: 10 },
        error: { code: "stream-cut" },
      },
    ],
    [
      "reports an error midway",
      [start, flowed, overloaded, finish("error", usage(80, 1))],
      "close",
      {
        usageKnown: "estimated",
        usage: { inputTokens: 80, outputTokens: 10 },
        error: { message: "Overloaded" },
      },
    ],
    [
      "reports an error before anything else",
      [overloaded],
      "close",
      {
        usageKnown: "none",
        usage: { inputTokens: 0, outputTokens: 0 },
        costUsd: 0,
        error: { message: "Overloaded" },
      },
    ],
    [
      "is empty",
      [],
      "close",
      {
        usageKnown: "estimated",
        usage: { inputTokens: estimatedInput, outputTokens: 0 },
        error: { code: "stream-cut" },
      },
    ],
  ])("because it %s is charged what is known", async (_, parts, end, charge) => {
    const { model, charges, account } = metered(source(parts, end).stream);
    const reading = readAll((await model.doStream(prompt)).stream);
    if (end === "close") expect(await reading).toEqual(parts.filter((part) => part.type !== "raw"));
    else await expect(reading).rejects.toBe(end);
    expect(charges).toMatchObject([{ status: "failed", ...charge }]);
    expect(account.openCalls).toBe(0);
  });
});

describe("a reader that stops", () => {
  test("ends the source, and what had flowed is charged", async () => {
    const { stream, seen } = source([text("a".repeat(40)), text("never read")], "hang");
    const { model, charges } = metered(stream);
    const reader = (await model.doStream(prompt)).stream.getReader();
    await reader.read();
    await reader.cancel("enough");
    expect(seen.cancelled).toBe("enough");
    expect(charges).toMatchObject([
      {
        status: "aborted",
        usageKnown: "estimated",
        usage: { outputTokens: 10 },
        error: { name: "AbortError" },
      },
    ]);
  });

  test("because of an error in the stream is charged as failed", async () => {
    const { model, charges } = metered(
      source([text("hi"), { type: "error", error: new Error("boom") }], "hang").stream,
    );
    const reader = (await model.doStream(prompt)).stream.getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    expect(charges).toMatchObject([{ status: "failed", error: { message: "boom" } }]);
  });

  test("or is slow is never run ahead of", async () => {
    const { stream, seen } = source([text("1"), text("2"), text("3"), finish()]);
    const { model } = metered(stream);
    const reader = (await model.doStream(prompt)).stream.getReader();
    await new Promise(setImmediate);
    expect(seen.pulls).toBe(0);
    await reader.read();
    await new Promise(setImmediate);
    expect(seen.pulls).toBe(1);
    await reader.cancel();
  });
});

describe("a stream that hangs", () => {
  test("is cut off by the caller, read or not", async () => {
    for (const read of [false, true]) {
      const { stream, seen } = source([], "hang");
      const { model, charges, sent } = metered(stream);
      const controller = new AbortController();
      const result = await model.doStream({ ...prompt, abortSignal: controller.signal });
      const reader = result.stream.getReader();
      const reading = read ? expect(reader.read()).rejects.toThrow("enough") : undefined;
      controller.abort(new Error("enough"));
      expect(charges).toMatchObject([
        { status: "aborted", usageKnown: "estimated", usage: { inputTokens: estimatedInput } },
      ]);
      await reading;
      await expect(reader.closed).rejects.toThrow("enough");
      expect(seen.cancelled).toMatchObject({ message: "enough" });
      expect(sent[0]?.abortSignal?.aborted).toBe(true);
    }
  });

  test("is cut off by the deadline", async () => {
    const { model, charges, account } = metered(source([text("a".repeat(40))], "hang").stream, {
      timeoutMs: 5,
    });
    await expect(readAll((await model.doStream(prompt)).stream)).rejects.toMatchObject({
      code: "call-timeout",
    });
    expect(charges).toMatchObject([
      { status: "failed", error: { code: "call-timeout" }, usage: { outputTokens: 10 } },
    ]);
    expect(account.openCalls).toBe(0);
  });

  test("is cut off when the limit is passed elsewhere", async () => {
    const { model, charges, account } = metered(source([], "hang").stream, { limits: { limitUsd: 0.01 } });
    const reading = readAll((await model.doStream(prompt)).stream);
    const other = await account.open({ modelId: "test/other", worstCaseUsd: 0 });
    other.settle({ ...charged(0.02), status: "complete", finishReason: "stop" });
    await expect(reading).rejects.toMatchObject({ code: "budget-exceeded" });
    expect(charges.map((charge) => charge.status)).toEqual(["complete", "aborted"]);
  });

  test("before it began is cut off, and the stream that comes late is cancelled", async () => {
    const { stream, seen } = source([text("late")]);
    let begin = () => {};
    const account = createAccount({ name: "run" });
    const inner = new MockLanguageModelV4({
      doStream: () =>
        new Promise((resolve) => {
          begin = () => resolve({ stream });
        }),
    });
    const model = applyMiddleware(inner, meter({ modelId: "ollama/test", account, timeoutMs: 5 }));
    await expect(model.doStream(prompt)).rejects.toMatchObject({ code: "call-timeout" });
    expect(account.calls).toBe(1);
    begin();
    await vi.waitFor(() => expect(seen.cancelled).toBe("cancelled"), 20_000);
  });

  test("is never charged more than was held back", async () => {
    const { model, charges, account } = metered(source([text("a".repeat(4_000))], "hang").stream, {
      limits: { limitUsd: 1, strict: true },
      timeoutMs: 5,
    });
    const { stream } = await model.doStream({ ...prompt, maxOutputTokens: 7 });
    const held = account.reservedUsd;
    await expect(readAll(stream)).rejects.toThrow();
    expect(charges[0]?.usage.outputTokens).toBe(7);
    expect(charges[0]?.costUsd).toBeLessThanOrEqual(held);
  });
});

function charged(costUsd: number) {
  return {
    modelId: "test/other",
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    usageKnown: "reported",
    costUsd,
    costBasis: "prices",
    streamed: false,
    startedAt: "2026-01-01T00:00:00.000Z",
    latencyMs: 1,
  } as const;
}

test("a ledger that cannot book is heard of by the reader", async () => {
  const ledger = {
    opened: () => {},
    charged: () => {
      throw new Error("disk full");
    },
  };
  const ending = metered(source([finish()]).stream, { limits: { ledger } });
  await expect(readAll((await ending.model.doStream(prompt)).stream)).rejects.toThrow("disk full");

  const controller = new AbortController();
  const cut = metered(source([], "hang").stream, { limits: { ledger } });
  const { stream } = await cut.model.doStream({ ...prompt, abortSignal: controller.signal });
  const reading = readAll(stream);
  controller.abort();
  await expect(reading).rejects.toThrow("disk full");
});
