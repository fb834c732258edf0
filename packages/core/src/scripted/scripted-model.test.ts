import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { withCallContext } from "../model/call-context.ts";
import type { Script } from "./script.ts";
import { NoScriptedAnswerError } from "./script-errors.ts";
import { scriptedModel } from "./scripted-model.ts";

function asking(text: string, answered = 0): LanguageModelV4CallOptions {
  const turns = Array.from({ length: answered }, (_, turn) => [
    { role: "assistant" as const, content: [{ type: "text" as const, text: `turn ${turn}` }] },
    { role: "user" as const, content: [{ type: "text" as const, text: "go on" }] },
  ]);
  return { prompt: [{ role: "user", content: [{ type: "text", text }] }, ...turns.flat()] };
}

const modelId = "scripted:script.json";
const answer = async (script: Script, call: LanguageModelV4CallOptions, blockName?: string) =>
  (await scriptedModel(script, { modelId, ...(blockName && { blockName }) }).doGenerate(call)).content;

describe("which answer", () => {
  const script: Script = {
    conversations: [
      { when: { block: "writer" }, turns: [{ text: "a draft" }] },
      { when: { contains: ["red", "blue"] }, turns: [{ text: "purple" }] },
      { when: { contains: "red" }, turns: [{ text: "red" }, { text: "still red" }] },
      { when: { ordinal: 1 }, turns: [{ text: "second call" }] },
      { when: { attempt: 0, contains: "shaky" }, turns: [{ error: { status: 503 } }] },
      { when: { contains: "shaky" }, turns: [{ text: "steady" }] },
    ],
  };

  test("is that of the first conversation that matches", async () => {
    expect(await answer(script, asking("blue and red"))).toEqual([{ type: "text", text: "purple" }]);
    expect(await answer(script, asking("only red"))).toEqual([{ type: "text", text: "red" }]);
  });

  test("goes by the block's name, the end of its path, or the block the model was made for", async () => {
    const draft = [{ type: "text", text: "a draft" }];
    expect(await answer(script, withCallContext(asking("x"), { block: "writer" }))).toEqual(draft);
    for (const block of ["team/writer", "team/writer[2]", "all[1]/left:writer"]) {
      expect(await answer(script, withCallContext(asking("x"), { block }))).toEqual(draft);
    }
    expect(await answer(script, asking("x"), "writer")).toEqual(draft);
    await expect(answer(script, withCallContext(asking("x"), { block: "ghostwriter" }))).rejects.toThrow();
  });

  test("goes by the number of answers already given", async () => {
    expect(await answer(script, asking("red", 1))).toEqual([{ type: "text", text: "still red" }]);
  });

  test("goes by the ordinal and the attempt", async () => {
    const second = withCallContext(asking("x"), { ordinal: 1 });
    expect(await answer(script, second)).toEqual([{ type: "text", text: "second call" }]);
    await expect(answer(script, asking("shaky"))).rejects.toThrow(APICallError);
    const again = withCallContext(asking("shaky"), { attempt: 1 });
    expect(await answer(script, again)).toEqual([{ type: "text", text: "steady" }]);
  });

  test("is the same for calls in any order and at the same time", async () => {
    const model = scriptedModel(script, { modelId });
    const calls = [asking("red", 1), asking("red"), asking("red blue"), asking("red", 1)];
    const results = await Promise.all(calls.map((call) => model.doGenerate(call)));
    const texts = results.map((result) => (result.content[0] as { text: string }).text);
    expect(texts).toEqual(["still red", "red", "purple", "still red"]);
  });

  test("that is missing is an error saying what to add", async () => {
    await expect(answer(script, asking("green"), "painter")).rejects.toThrow(
      'scripted:script.json was called by block "painter" at turn 0 with a prompt that ends in "green", ' +
        'but no conversation matches; add one for it, or one without "when" at the end.',
    );
    const error = await answer(script, asking("red", 2)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NoScriptedAnswerError);
    expect((error as Error).message).toContain("conversations[2] ends after 2 turns; add turns[2] to it");
    expect((error as NoScriptedAnswerError).code).toBe("script-no-answer");
  });
});

describe("an answer", () => {
  test("holds reasoning, JSON and tool calls, with estimated usage", async () => {
    const model = scriptedModel(
      {
        conversations: [
          {
            turns: [
              {
                reasoning: "thinking",
                structuredOutput: { n: 1 },
                toolCalls: [{ toolName: "look", args: { at: 1 } }],
              },
            ],
          },
        ],
      },
      { modelId },
    );
    const result = await model.doGenerate(asking("12345678"));
    expect(result.content).toEqual([
      { type: "reasoning", text: "thinking" },
      { type: "text", text: '{"n":1}' },
      { type: "tool-call", toolCallId: "call-0-0", toolName: "look", input: '{"at":1}' },
    ]);
    expect(result.finishReason.unified).toBe("tool-calls");
    expect(result.usage.inputTokens.total).toBe(2);
    expect(result.usage.outputTokens).toEqual({ total: 6, text: 4, reasoning: 2 });
    expect(result.response).toMatchObject({ modelId });
    expect(model.simulated).toBe(true);
  });

  test("keeps the usage and finish reason it is given", async () => {
    const usage = { inputTokens: 1000, outputTokens: 500, cacheReadTokens: 400 };
    const script: Script = { conversations: [{ turns: [{ text: "cut", finishReason: "length", usage }] }] };
    const result = await scriptedModel(script, { modelId }).doGenerate(asking("x"));
    expect(result.finishReason.unified).toBe("length");
    expect(result.usage.inputTokens).toEqual({ total: 1000, noCache: 600, cacheRead: 400, cacheWrite: 0 });
    expect(result.usage.outputTokens.total).toBe(500);
  });

  test("streams as the same answer in pieces", async () => {
    const script: Script = { conversations: [{ turns: [{ text: "one two three" }] }] };
    const model = scriptedModel(script, { modelId });
    const { stream } = await model.doStream(asking("x"));
    const parts: LanguageModelV4StreamPart[] = [];
    for await (const part of stream) parts.push(part);
    const deltas = parts.filter((part) => part.type === "text-delta");
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.map((part) => part.delta).join("")).toBe("one two three");
    const { usage } = await model.doGenerate(asking("x"));
    expect(parts.at(-1)).toMatchObject({ type: "finish", usage });
  });
});

test("an error is what a provider's would be", async () => {
  const script: Script = {
    conversations: [{ turns: [{ error: { status: 429, message: "Too fast.", retryAfterSeconds: 7 } }] }],
  };
  const error = await answer(script, asking("x")).catch((caught: unknown) => caught);
  expect(APICallError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({
    message: "Too fast.",
    statusCode: 429,
    isRetryable: true,
    responseHeaders: { "retry-after": "7" },
  });
  const refused: Script = { conversations: [{ turns: [{ error: { status: 400 } }] }] };
  await expect(answer(refused, asking("x"))).rejects.toMatchObject({ statusCode: 400, isRetryable: false });
});

describe("latency", () => {
  const script: Script = { conversations: [{ turns: [{ text: "late", latencyMs: 60_000 }] }] };

  test("goes through the pause", async () => {
    const waits: number[] = [];
    const pause = async (ms: number) => void waits.push(ms);
    await scriptedModel(script, { modelId, pause }).doGenerate(asking("x"));
    expect(waits).toEqual([60_000]);
  });

  test("ends at once when the call is aborted, before or during it", async () => {
    const model = scriptedModel(script, { modelId });
    const reason = new Error("enough");
    const aborted = { ...asking("x"), abortSignal: AbortSignal.abort(reason) };
    await expect(model.doGenerate(aborted)).rejects.toBe(reason);
    const controller = new AbortController();
    const running = model.doStream({ ...asking("x"), abortSignal: controller.signal });
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

describe("price", () => {
  const turns = [{ text: "x" }];

  test("is the script's own, else that of the model it names, else nothing is charged", () => {
    const own = { model: "known/model", price: { input: 3, output: 4 }, conversations: [{ turns }] };
    expect(scriptedModel(own, { modelId })).toMatchObject({ price: { input: 3, output: 4 } });
    const named = { model: "known/model", conversations: [{ turns }] };
    expect(scriptedModel(named, { modelId })).toMatchObject({ pricedAs: "known/model" });
    expect(scriptedModel(named, { modelId })).not.toHaveProperty("price");
    const neither = { conversations: [{ turns }] };
    expect(scriptedModel(neither, { modelId })).toMatchObject({ price: { input: 0, output: 0 } });
  });
});
