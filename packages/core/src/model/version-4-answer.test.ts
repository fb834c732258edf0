import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { generator } from "../blocks/generator/generator.ts";
import { runBlock } from "../blocks/run-block.ts";
import { version4Answer, version4StreamEnd } from "./version-4-answer.ts";

const content = [{ type: "text", text: "Hello." }];
const counts = (inputTokens: number, outputTokens: number) => ({
  inputTokens: expect.objectContaining({ total: inputTokens }),
  outputTokens: expect.objectContaining({ total: outputTokens }),
});

test.each<[object, object]>([
  [{ finishReason: "stop" }, { finishReason: { unified: "stop", raw: "stop" } }],
  [{ finishReason: "max_tokens" }, { finishReason: { unified: "length", raw: "max_tokens" } }],
  [{}, { finishReason: { unified: "other", raw: undefined } }],
  [{ usage: { inputTokens: 3, outputTokens: 5, totalTokens: 8 } }, { usage: counts(3, 5) }],
  [{ usage: { promptTokens: 3, completionTokens: 5 } }, { usage: counts(3, 5) }],
  [{ usage: { inputTokens: 3, outputTokens: 5, raw: { cost: 1 } } }, { usage: { raw: { cost: 1 } } }],
])("an answer that ends with %o is read", (end, expected) => {
  const read = version4Answer("acme/one", { content, ...end } as never);
  expect(read).toMatchObject({ content, usage: { inputTokens: {}, outputTokens: {} }, ...expected });
});

test("what is of version 4 stays as it is", () => {
  const finishReason = { unified: "stop", raw: "end_turn" } as const;
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 2 } } as never;
  const end = { type: "finish", finishReason, usage } as const;
  expect(version4StreamEnd(end)).toBe(end);
});

test.each<[unknown, string]>([
  [undefined, "undefined"],
  [{ text: "Hello.", finishReason: "stop" }, "undefined"],
  [{ content: "Hello." }, "a string"],
])("the answer %o is told in one sentence", async (result, kind) => {
  const model = new MockLanguageModelV4({
    modelId: "one",
    provider: "acme",
    doGenerate: async () => result as never,
  });
  const ran = await runBlock(generator({ name: "hello", model }), "Say hello.");
  const code = "malformed-answer";
  expect(ran).toMatchObject({
    error: {
      code,
      message: `The model acme/one answered with content that is ${kind}, not a list of parts. Mend its generate or stream.`,
    },
    charges: [{ status: "failed" }],
  });
});

test("an answer that is none is paid for by what it says it took", async () => {
  const result = { text: "Hello.", usage: { promptTokens: 1_000, completionTokens: 100 } };
  const model = new MockLanguageModelV4({ doGenerate: async () => result as never });
  const priced = Object.assign(model, { price: { input: 1, output: 10 } });
  const { charges } = await runBlock(generator({ name: "hello", model: priced }), "Say hello.");
  expect(charges).toMatchObject([{ status: "failed", usageKnown: "reported", costUsd: 0.002 }]);
});
