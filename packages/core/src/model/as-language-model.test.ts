import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai/test";
import { describe, expect, test, vi } from "vitest";
import { asLanguageModel } from "./as-language-model.ts";
import { EmptyAnswerError } from "./empty-answer-error.ts";
import type { GeneratorModel, GeneratorModelOptions, GeneratorModelResult } from "./generator-model.ts";
import { NotAModelError } from "./not-a-model-error.ts";

const ask = (text: string): LanguageModelV4CallOptions => ({
  prompt: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text }] },
  ],
});

function plain(result: unknown, more: Partial<GeneratorModel> = {}) {
  const calls: GeneratorModelOptions[] = [];
  const model: GeneratorModel = {
    modelId: "fake",
    async generate(options) {
      calls.push(options);
      return result as GeneratorModelResult;
    },
    ...more,
  };
  return { model: asLanguageModel(model), calls };
}

async function collect(stream: ReadableStream<LanguageModelV4StreamPart>) {
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

test("an AI SDK model is taken as it is", () => {
  const model = new MockLanguageModelV4();
  expect(asLanguageModel(model)).toBe(model);
});

describe("what is no model is named", () => {
  test.each([
    [undefined, /The model for acme\/m is undefined\. Return an AI SDK language model/],
    [null, /is null/],
    ["anthropic/claude-opus-4-6", /is a string/],
    [{}, /an empty object/],
    [{ modelId: "m" }, /an object with modelId/],
    [{ generate() {} }, /an object with generate/],
    [() => {}, /a function/],
    [Promise.resolve({}), /a promise\. A resolver returns the model itself/],
    [new MockLanguageModelV3(), /an AI SDK model of version v3\. Version v4 is wanted: update/],
    [
      { specificationVersion: "v4", modelId: "m" },
      /version v4 without doGenerate and doStream\. Return an AI/,
    ],
    [{ specificationVersion: "v4", doGenerate() {} }, /version v4 without doStream\. Return an AI SDK/],
  ])("%o", (value, message) => {
    expect(() => asLanguageModel(value, "acme/m")).toThrow(NotAModelError);
    expect(() => asLanguageModel(value, "acme/m")).toThrow(message);
  });
});

describe("the plain form is asked", () => {
  test("messages, tools, schema and settings", async () => {
    const { model, calls } = plain({ text: "ok" });
    const signal = new AbortController().signal;
    const schema = { type: "object", properties: { a: { type: "number" } } } as const;
    const toolPart = { type: "tool-call", toolCallId: "1", toolName: "look", input: { at: "x" } } as const;
    const result = await model.doGenerate({
      prompt: [
        ...ask("Hello").prompt,
        { role: "assistant", content: [{ type: "text", text: "Looking." }, toolPart] },
      ],
      tools: [
        { type: "function", name: "look", description: "Looks.", inputSchema: schema },
        { type: "provider", id: "acme.search", name: "search", args: {} },
      ],
      responseFormat: { type: "json", schema },
      maxOutputTokens: 10,
      temperature: 0.5,
      seed: 3,
      abortSignal: signal,
      providerOptions: { acme: { a: 1 } },
    });
    expect(calls).toEqual([
      {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Hello" },
          { role: "assistant", content: [{ type: "text", text: "Looking." }, toolPart] },
        ],
        tools: [{ name: "look", description: "Looks.", inputSchema: schema }],
        outputSchema: schema,
        maxTokens: 10,
        temperature: 0.5,
        seed: 3,
        signal,
        providerOptions: { acme: { a: 1 } },
      },
    ]);
    expect(result.warnings).toEqual([{ type: "unsupported", feature: "provider tool acme.search" }]);
  });

  test("nothing but messages when there is nothing else", async () => {
    const { model, calls } = plain({ text: "ok" });
    await model.doGenerate(ask("Hello"));
    expect(Object.keys(calls[0]!)).toEqual(["messages"]);
  });
});

describe("the plain answer", () => {
  test("text, usage, cost", async () => {
    const usage = {
      promptTokens: 100,
      completionTokens: 20,
      cacheReadInputTokens: 30,
      cacheCreationInputTokens: 5,
    };
    const { model } = plain(
      { text: "ok", usage, costUsd: 0.25, providerMetadata: { acme: { a: 1 } } },
      { price: { input: 1, output: 2 }, simulated: true },
    );
    expect(await model.doGenerate(ask("?"))).toEqual({
      content: [{ type: "text", text: "ok" }],
      finishReason: { unified: "stop", raw: undefined },
      usage: {
        inputTokens: { total: 100, noCache: 65, cacheRead: 30, cacheWrite: 5 },
        outputTokens: { total: 20, text: undefined, reasoning: undefined },
      },
      providerMetadata: { acme: { a: 1 }, x: { costUsd: 0.25 } },
      warnings: [],
    });
    expect(model).toMatchObject({ modelId: "fake", price: { input: 1, output: 2 }, simulated: true });
  });

  test.each([
    [{ structuredOutput: { a: 1 } }, '{"a":1}'],
    [{ structuredOutput: null }, "null"],
    [{ structuredOutput: false, text: "ignored" }, "false"],
    [{ text: "" }, ""],
  ])("%j as text", async (result, text) => {
    expect((await plain(result).model.doGenerate(ask("?"))).content).toEqual([{ type: "text", text }]);
  });

  test("tool calls get text for arguments and an id that is new in the conversation", async () => {
    const toolCalls = [
      { toolName: "a", args: { x: 1 } },
      { toolName: "b", args: '{"y":2}', toolCallId: "mine" },
      { toolName: "c", args: undefined },
      { toolName: "d", args: "just words" },
    ];
    const { model } = plain({ toolCalls });
    const first = await model.doGenerate(ask("?"));
    expect(first.finishReason.unified).toBe("tool-calls");
    expect(first.content).toEqual([
      { type: "tool-call", toolCallId: "call-1", toolName: "a", input: '{"x":1}' },
      { type: "tool-call", toolCallId: "mine", toolName: "b", input: '{"y":2}' },
      { type: "tool-call", toolCallId: "call-3", toolName: "c", input: "{}" },
      { type: "tool-call", toolCallId: "call-4", toolName: "d", input: '"just words"' },
    ]);
    const again = await model.doGenerate({
      prompt: [
        ...ask("?").prompt,
        {
          role: "assistant",
          content: [{ type: "tool-call", toolCallId: "call-1", toolName: "a", input: {} }],
        },
      ],
    });
    expect(again.content[0]).toMatchObject({ toolCallId: "call-2" });
  });

  test.each([
    ["length", "length"],
    ["max_tokens", "length"],
    ["TOOL_USE", "tool-calls"],
    ["content_filter", "content-filter"],
    ["constructor", "other"],
  ])("finish reason %s is %s", async (raw, unified) => {
    const result = await plain({ text: "x", finishReason: raw }).model.doGenerate(ask("?"));
    expect(result.finishReason).toEqual({ unified, raw });
  });

  test.each([undefined, null, {}, { toolCalls: [] }, { usage: { promptTokens: 1, completionTokens: 0 } }])(
    "%j is nothing, generated or streamed",
    async (result) => {
      const { model } = plain(result);
      await expect(model.doGenerate(ask("?"))).rejects.toThrow(EmptyAnswerError);
      const { stream } = await model.doStream(ask("?"));
      await expect(collect(stream)).rejects.toThrow("The model fake answered with nothing.");
    },
  );
});

describe("answers that are none", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;

  test.each<[unknown, string]>([
    ["42", "something that is a string, not an object such as { text }"],
    [{ text: 5 }, "a text that is a number, not a string"],
    [{ text: null }, "a text that is null, not a string"],
    [{ toolCalls: "x" }, "toolCalls that is a string, not a list"],
    [{ toolCalls: null }, "toolCalls that is null, not a list"],
    [{ toolCalls: [null] }, "toolCalls[0] that is null, not an object"],
    [{ toolCalls: [{ args: {} }] }, "toolCalls[0].toolName that is undefined, not a string"],
    [{ toolCalls: [{ toolName: "a", args: { n: 1n } }] }, "toolCalls[0].args that cannot be written as JSON"],
    [{ structuredOutput: cyclic }, "a structuredOutput that cannot be written as JSON"],
    [{ text: "a", finishReason: 5 }, "a finishReason that is a number, not a string"],
  ])("%o is told in one sentence", async (result, problem) => {
    const { model } = plain(result as never);
    const message = `The model fake answered with ${problem}. Mend its generate or stream.`;
    await expect(model.doGenerate(ask("?"))).rejects.toThrow(
      expect.objectContaining({ code: "malformed-answer", message }),
    );
    await expect(collect((await model.doStream(ask("?"))).stream)).rejects.toThrow(message);
  });

  test("so is a piece of a stream that is no text", async () => {
    const { model } = plain(undefined, {
      async *stream() {
        yield { type: "text_delta", textDelta: undefined as never };
      },
    });
    await expect(collect((await model.doStream(ask("?"))).stream)).rejects.toThrow(
      "The model fake answered with a textDelta that is undefined, not a string.",
    );
  });

  test.each(["length", "content_filter"])("one that says %s has no content, and no error", async (reason) => {
    const usage = { promptTokens: 3, completionTokens: 2 };
    const result = await plain({ finishReason: reason, usage }).model.doGenerate(ask("?"));
    expect(result).toMatchObject({ content: [], finishReason: { raw: reason } });
  });
});

test.each<[unknown, string]>([
  [{ input: -1, output: 1 }, '"input" of "fake" is -1'],
  [{ input: 1 }, 'the price of "fake" has no "output"'],
  [null, 'the price of "fake" is not an object'],
])("a model that carries the price %o is refused", (price, problem) => {
  const make = () => plain({ text: "x" }, { price: price as never });
  expect(make).toThrow(problem);
});

describe("streams", () => {
  test("come from generate when the model cannot stream", async () => {
    const usage = { promptTokens: 3, completionTokens: 2 };
    const { model } = plain({ text: "whole", toolCalls: [{ toolName: "a", args: {} }], usage, costUsd: 1 });
    const { stream } = await model.doStream(ask("?"));
    expect(await collect(stream)).toEqual([
      { type: "stream-start", warnings: [] },
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "whole" },
      { type: "text-end", id: "1" },
      { type: "tool-call", toolCallId: "call-1", toolName: "a", input: "{}" },
      {
        type: "finish",
        usage: expect.objectContaining({ inputTokens: expect.objectContaining({ total: 3 }) }),
        finishReason: { unified: "tool-calls", raw: undefined },
        providerMetadata: { x: { costUsd: 1 } },
      },
    ]);
  });

  test("come piece by piece when it can", async () => {
    const { model } = plain(undefined, {
      async *stream() {
        yield { type: "reasoning_delta", textDelta: "hm" };
        yield { type: "text_delta", textDelta: "a" };
        yield { type: "source_url" };
        yield { type: "text_delta", textDelta: "b" };
        yield { type: "finish", fullResult: { text: "ab" }, usage: { promptTokens: 1, completionTokens: 2 } };
      },
    });
    const parts = await collect((await model.doStream(ask("?"))).stream);
    expect(parts.map((part) => `${part.type} ${"delta" in part ? part.delta : ""}`.trim())).toEqual([
      "stream-start",
      "reasoning-start",
      "reasoning-delta hm",
      "reasoning-end",
      "text-start",
      "text-delta a",
      "text-delta b",
      "text-end",
      "finish",
    ]);
    expect(parts.at(-1)).toMatchObject({
      usage: { outputTokens: { total: 2 } },
      finishReason: { unified: "stop" },
    });
  });

  test("end as interrupted without a finish, and with the error when there is one", async () => {
    const cut = plain(undefined, {
      async *stream() {
        yield { type: "text_delta", textDelta: "a" };
      },
    });
    const parts = await collect((await cut.model.doStream(ask("?"))).stream);
    expect(parts.slice(-2)).toMatchObject([
      { type: "text-end" },
      {
        type: "finish",
        finishReason: { unified: "interrupted" },
        usage: { inputTokens: { total: undefined } },
      },
    ]);
    const broken = plain(undefined, {
      async *stream() {
        yield { type: "text_delta", textDelta: "a" };
        throw new Error("broken");
      },
    });
    await expect(collect((await broken.model.doStream(ask("?"))).stream)).rejects.toThrow("broken");
  });

  test("end the model's iterator when they are cancelled", async () => {
    let ended = false;
    const { model } = plain(undefined, {
      async *stream() {
        try {
          for (;;) yield { type: "text_delta", textDelta: "a" };
        } finally {
          ended = true;
        }
      },
    });
    const reader = (await model.doStream(ask("?"))).stream.getReader();
    await reader.read();
    await reader.read();
    await reader.read();
    await reader.cancel();
    await vi.waitFor(() => expect(ended).toBe(true), 20_000);
  });
});
