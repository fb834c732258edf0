import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { answer, callOf, model } from "../../../test/support/answering.ts";
import type { BlockDefinition } from "../block.ts";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "../sequencer/sequencer.ts";
import { generator } from "./generator.ts";

describe("what the model is asked", () => {
  test("one system message of prompt and context, history, the user's message", async () => {
    const mock = model("hello");
    const block = generator({
      name: "g",
      model: mock,
      inputSchema: z.object({ topic: z.string() }),
      prompt: ["Be brief.", null, (input) => `Talk about ${input.topic}.`, undefined],
      context: [
        "Plain.",
        { facts: { a: 1 }, note: "n", none: null },
        async (input) => ({ topic: input.topic }),
      ],
      history: () => [
        { role: "user", content: "earlier" },
        { role: "assistant", content: "yes" },
      ],
      user: (input) => `About ${input.topic}?`,
    });
    expectTypeOf(block).toEqualTypeOf<BlockDefinition<{ topic: string }, string>>();
    expect(await runBlock(block, { topic: "tea" })).toMatchObject({
      ok: true,
      output: "hello",
      calls: 1,
      costUsd: 0.000015,
    });
    expect(callOf(mock).prompt).toEqual([
      {
        role: "system",
        content:
          'Be brief.\nTalk about tea.\n\nPlain.\n<facts>\n{"a":1}\n</facts>\n<note>\nn\n</note>\n<topic>\ntea\n</topic>',
      },
      { role: "user", content: [{ type: "text", text: "earlier" }] },
      { role: "assistant", content: [{ type: "text", text: "yes" }] },
      { role: "user", content: [{ type: "text", text: "About tea?" }] },
    ]);
  });

  test("without a user slot it is the input, or its JSON; without a prompt there is no system message", async () => {
    const mock = model("x");
    const block = generator({ name: "g", model: mock });
    await runBlock(block, "plain");
    await runBlock(block, { a: 1 });
    await runBlock(generator({ name: "g", model: mock, user: "fixed" }), "ignored");
    expect([0, 1, 2].map((index) => callOf(mock, index).prompt)).toEqual([
      [{ role: "user", content: [{ type: "text", text: "plain" }] }],
      [{ role: "user", content: [{ type: "text", text: '{"a":1}' }] }],
      [{ role: "user", content: [{ type: "text", text: "fixed" }] }],
    ]);
  });

  test("a generator that rescues is told what went wrong", async () => {
    const mock = model("sorry");
    const fails = handler({
      name: "fails",
      execute: () => {
        throw new RangeError("There is no such day.");
      },
    });
    const result = await runBlock(
      fails.rescue([{ block: generator({ name: "g", model: mock }) }]),
      "31 June",
    );
    expect(result).toMatchObject({ ok: true, output: "sorry" });
    expect(callOf(mock).prompt).toEqual([
      { role: "user", content: [{ type: "text", text: "There is no such day." }] },
    ]);
  });

  test("a piece of the context may be a function, which is asked anew in each run", async () => {
    const mock = model("x");
    const context = { day: async (input: string) => `It is ${input}.`, none: () => undefined };
    const block = generator({ name: "g", model: mock, context });
    for (const day of ["Monday", "Tuesday"]) await runBlock(block, day);
    expect([0, 1].map((index) => callOf(mock, index).prompt[0])).toEqual([
      { role: "system", content: "<day>\nIt is Monday.\n</day>" },
      { role: "system", content: "<day>\nIt is Tuesday.\n</day>" },
    ]);
  });

  test("settings go with the call", async () => {
    const mock = model("x");
    const settings = {
      temperature: 0,
      seed: 7,
      topP: 0.5,
      reasoning: "low" as const,
      providerOptions: { openai: { user: "u" } },
    };
    await runBlock(
      generator({ name: "g", model: mock, maxTokens: 99, stopSequences: ["END"], ...settings }),
      "x",
    );
    expect(callOf(mock)).toMatchObject({ ...settings, maxOutputTokens: 99, stopSequences: ["END"] });
  });

  test("the model may be chosen by the input", async () => {
    const seen: string[] = [];
    const block = generator({ name: "g", inputSchema: z.string(), model: async (input) => `test/${input}` });
    const modelResolver = (id: string, blockName?: string) => {
      seen.push(`${id} for ${blockName}`);
      return model("x");
    };
    await runBlock(block, "small", { modelResolver });
    expect(seen).toEqual(["test/small for g"]);
  });

  test("caching puts breakpoints on the system message and the last one", async () => {
    const mock = model("x");
    await runBlock(generator({ name: "g", model: mock, prompt: "p", caching: { ttl: "1h" } }), "x");
    const marks = callOf(mock).prompt.map((message) => message.providerOptions);
    const mark = { anthropic: { cacheControl: { type: "ephemeral", ttl: "1h" } } };
    expect(marks).toEqual([mark, mark]);
    await runBlock(generator({ name: "g", model: mock, prompt: "p", caching: { enabled: false } }), "x");
    expect(callOf(mock, 1).prompt[0]!.providerOptions).toBeUndefined();
  });

  test("each call knows its place in the run", async () => {
    const places: unknown[] = [];
    const simulated = Object.assign(model("x"), { simulated: true });
    const doGenerate = simulated.doGenerate;
    simulated.doGenerate = (options) => {
      places.push(options.providerOptions?.x);
      return doGenerate(options);
    };
    const block = generator({ name: "g", model: simulated });
    const chain = sequencer({ name: "s" })
      .step(block)
      .step(block)
      .map(() => ["a", "b"])
      .forEach(block);
    await runBlock(chain, "x", { cell: "cell 1" });
    expect(places).toEqual([
      { cell: "cell 1", block: "s/g", ordinal: 0, attempt: 0 },
      { cell: "cell 1", block: "s/g", ordinal: 1, attempt: 0 },
      { cell: "cell 1", block: "s/g[0]", ordinal: 0, attempt: 0 },
      { cell: "cell 1", block: "s/g[1]", ordinal: 0, attempt: 0 },
    ]);
  });

  test("a generator without a model cannot be built", () => {
    expect(() => generator({ name: "g" })).toThrow(/"g" has no model/);
  });

  test("a model id is enough: the resolver has a default", async () => {
    expect(await runBlock(generator({ name: "g", model: "sim/judge" }), "x")).toMatchObject({
      ok: true,
      calls: 1,
    });
    expect(await runBlock(generator({ name: "g", model: "a/b" }), "x")).toMatchObject({
      ok: false,
      error: { code: "unknown-provider" },
      calls: 0,
    });
  });
});

describe("the answer", () => {
  test("onCompleted learns which model gave it", async () => {
    const seen: unknown[] = [];
    const mock = model({ ...answer("x"), response: { modelId: "mock-2026" } });
    const block = generator({
      name: "g",
      model: mock,
      onCompleted: (out, _ctx, meta) => void seen.push(out, meta),
    });
    await runBlock(block, "x");
    expect(seen).toEqual([
      "x",
      {
        model: { requested: "mock-provider/mock", actual: "mock-2026" },
        finishReason: "stop",
        iterations: 1,
      },
    ]);
  });

  test.each([
    ["a refusal", answer("no", "content-filter"), "content-filtered", /declined/],
    ["an empty answer", answer([]), "no-answer", /empty answer/],
    ["one of white space alone", answer(" \n\t"), "no-answer", /empty answer/],
    [
      "one of thoughts alone",
      answer([{ type: "reasoning", text: "hm" }]),
      "no-answer",
      /holds thoughts alone/,
    ],
    ["an answer eaten by the limit", answer([], "length"), "no-answer", /raise maxTokens/],
  ])("%s is an error that says so", async (_, result, code, message) => {
    const run = await runBlock(generator({ name: "g", model: model(result) }), "x");
    expect(run).toMatchObject({ ok: false, error: { code }, calls: 1 });
    expect(!run.ok && run.error.message).toMatch(message);
  });

  test("text parts are put together, reasoning is left out", async () => {
    const mock = model([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
    expect(await runBlock(generator({ name: "g", model: mock }), "x")).toMatchObject({ output: "ab" });
  });
});
