import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
} from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { BlockDefinition } from "../block.ts";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { sequencer } from "../sequencer/sequencer.ts";
import { generator } from "./generator.ts";

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
function answer(content: LanguageModelV4Content[] | string, unified = "stop"): LanguageModelV4GenerateResult {
  return {
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    finishReason: { unified: unified as "stop", raw: unified },
    usage,
    warnings: [],
  };
}
function model(...answers: (LanguageModelV4Content[] | string | LanguageModelV4GenerateResult)[]) {
  const results = answers.map((each) =>
    typeof each === "string" || Array.isArray(each) ? answer(each) : each,
  );
  let next = 0;
  const mock = new MockLanguageModelV4({
    modelId: "mock",
    doGenerate: async () => results[Math.min(next++, results.length - 1)]!,
  });
  return Object.assign(mock, { price: { input: 1, output: 1 } });
}
const callOf = (mock: MockLanguageModelV4, index = 0): LanguageModelV4CallOptions =>
  mock.doGenerateCalls[index]!;

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
      { cell: "cell 1", block: "s/g", ordinal: 0 },
      { cell: "cell 1", block: "s/g", ordinal: 1 },
      { cell: "cell 1", block: "s/g[0]", ordinal: 0 },
      { cell: "cell 1", block: "s/g[1]", ordinal: 0 },
    ]);
  });

  test("a generator without a model cannot be built; without a resolver its model cannot be found", async () => {
    expect(() => generator({ name: "g" })).toThrow(/"g" has no model/);
    expect(await runBlock(generator({ name: "g", model: "a/b" }), "x")).toMatchObject({
      ok: false,
      error: { code: "no-model-resolver" },
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
      { model: { requested: "mock", actual: "mock-2026" }, finishReason: "stop", iterations: 1 },
    ]);
  });

  test.each([
    ["a refusal", answer("no", "content-filter"), "content-filtered", /declined/],
    ["an empty answer", answer([]), "no-answer", /empty answer/],
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

describe("structured output", () => {
  const schema = z.object({ n: z.number() });

  test("is asked for with a closed schema, and checked", async () => {
    const mock = model('{"n":1}');
    const block = generator({ name: "my block", model: mock, outputSchema: schema });
    expectTypeOf(block).toEqualTypeOf<BlockDefinition<any, { n: number }>>();
    expect(await runBlock(block, "x")).toMatchObject({ ok: true, output: { n: 1 } });
    expect(callOf(mock).responseFormat).toEqual({
      type: "json",
      name: "my_block",
      schema: {
        type: "object",
        properties: { n: { type: "number" } },
        required: ["n"],
        additionalProperties: false,
      },
    });
    expect(callOf(mock).providerOptions?.openai).toBeUndefined();
  });

  test("a schema that strict mode refuses is sent as it is, with strict mode off", async () => {
    const mock = model('{"n":1}');
    const loose = z.object({ n: z.number(), note: z.string().optional() });
    const providerOptions = { openai: { user: "u" } };
    await runBlock(generator({ name: "g", model: mock, outputSchema: loose, providerOptions }), "x");
    expect(callOf(mock).providerOptions?.openai).toEqual({ strictJsonSchema: false, user: "u" });
    expect(callOf(mock).responseFormat).toMatchObject({ schema: { required: ["n"] } });
  });

  test("text schemas are not sent, lists are wrapped", async () => {
    const text = model("long enough");
    await runBlock(generator({ name: "g", model: text, outputSchema: z.string().min(3) }), "x");
    expect(callOf(text).responseFormat).toBeUndefined();
    const list = model('{"output":[1,2]}');
    const block = generator({ name: "g", model: list, outputSchema: z.array(z.number()) });
    expect(await runBlock(block, "x")).toMatchObject({ output: [1, 2] });
    expect(callOf(list).responseFormat).toMatchObject({ schema: { required: ["output"] } });
  });

  test.each([
    ["fenced", '```json\n{"n": 1}\n```'],
    ["with words around it", 'Sure! {"n": 1} Hope it helps.'],
    ["with a trailing comma", '{"n": 1,}'],
    ["wrapped", '{"output": {"n": 1}}'],
  ])("an answer %s is read without asking again", async (_, text) => {
    const mock = model(text);
    expect(await runBlock(generator({ name: "g", model: mock, outputSchema: schema }), "x")).toMatchObject({
      output: { n: 1 },
    });
    expect(mock.doGenerateCalls).toHaveLength(1);
  });

  test("an answer that does not fit is asked for again, with what is wrong", async () => {
    const mock = model('{"n":"one"}', '{"n":1}');
    const result = await runBlock(generator({ name: "g", model: mock, outputSchema: schema }), "x");
    expect(result).toMatchObject({ ok: true, output: { n: 1 }, calls: 2 });
    const [, assistant, user] = callOf(mock, 1).prompt;
    expect(assistant).toEqual({ role: "assistant", content: [{ type: "text", text: '{"n":"one"}' }] });
    expect(JSON.stringify(user)).toMatch(/cannot be used.*n: /);
  });

  test("after the last try it is an error with the raw answer, bounded", async () => {
    const mock = model(`{"n":"${"x".repeat(9000)}"}`);
    const result = await runBlock(
      generator({ name: "g", model: mock, outputSchema: schema, repair: { maxAttempts: 2 } }),
      "x",
    );
    expect(mock.doGenerateCalls).toHaveLength(3);
    if (result.ok) throw new Error("unreachable");
    expect(result.error).toMatchObject({
      code: "output-validation-error",
      details: { phase: "repair", issues: [{ path: "n" }] },
    });
    expect(String((result.error as { details?: any }).details.rawOutput).length).toBeLessThan(4100);
  });

  test.each(["fail", "rescue"] as const)("mode %s takes no answer but a right one", async (mode) => {
    const mock = model('```json\n{"n": 1}\n```');
    const block = generator({ name: "g", model: mock, outputSchema: schema, repair: { mode } });
    expect(await runBlock(block, "x")).toMatchObject({ error: { details: { phase: "parse" } } });
    expect(mock.doGenerateCalls).toHaveLength(1);
  });

  test("repairOutput mends before anybody is asked again", async () => {
    const mock = model('{"n":"7"}');
    const block = generator({
      name: "g",
      model: mock,
      outputSchema: schema,
      repairOutput: (candidate: any, error, state) => {
        expect([error.name, state.attempt]).toEqual(["OutputValidationError", 0]);
        return { n: Number(candidate.n) };
      },
    });
    expect(await runBlock(block, "x")).toMatchObject({ output: { n: 7 } });
    expect(mock.doGenerateCalls).toHaveLength(1);
  });

  test("an answer that was cut off is not completed by guessing", async () => {
    const list = z.object({ names: z.array(z.string()) });
    const mock = model(answer('{"names":["a","b', "length"), '{"names":["a"]}');
    const result = await runBlock(generator({ name: "g", model: mock, outputSchema: list }), "x");
    expect(result).toMatchObject({ ok: true, output: { names: ["a"] }, calls: 2 });
    expect(JSON.stringify(callOf(mock, 1).prompt.at(-1))).toContain("cut off");
  });
});

describe("tools", () => {
  const call = (toolName: string, input: unknown, id = "c1"): LanguageModelV4Content => ({
    type: "tool-call",
    toolCallId: id,
    toolName,
    input: typeof input === "string" ? input : JSON.stringify(input),
  });
  const add = handler({
    name: "add numbers",
    description: "Adds",
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: ({ a, b }) => ({ sum: a + b }),
  });

  test("the loop runs blocks and gives back all the model said, signatures included", async () => {
    const reasoning = {
      type: "reasoning" as const,
      text: "hm",
      providerMetadata: { anthropic: { signature: "sig" } },
    };
    const mock = model([reasoning, call("add_numbers", { a: 1, b: 2 })], "three");
    const types: string[] = [];
    const block = generator({ name: "g", model: mock, tools: [add] });
    const result = await runBlock(block, "1+2?", { onEvent: (event) => types.push(event.type) });
    expect(result).toMatchObject({ ok: true, output: "three", calls: 2 });
    expect(callOf(mock).tools).toMatchObject([
      { type: "function", name: "add_numbers", description: "Adds" },
    ]);
    expect(callOf(mock, 1).prompt.slice(1)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", providerOptions: { anthropic: { signature: "sig" } } },
          { type: "tool-call", toolCallId: "c1", toolName: "add_numbers", input: { a: 1, b: 2 } },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "c1",
            toolName: "add_numbers",
            output: { type: "json", value: { sum: 3 } },
          },
        ],
      },
    ]);
    expect(types).toEqual([
      ...["block.started", "call.charged", "tool.called", "block.started", "block.finished", "tool.finished"],
      ...["call.charged", "block.finished"],
    ]);
  });

  test("what goes wrong in a tool is shown to the model, all at once, and the run goes on", async () => {
    const broken = handler<unknown, never>({
      name: "broken",
      execute: () => {
        throw new Error("out of order");
      },
    });
    const mock = model(
      [
        call("add_numbers", "{bad", "1"),
        call("add_numbers", { a: "x", b: 1 }, "2"),
        call("nothing", {}, "3"),
        call("broken", {}, "4"),
        call("add_numbers", { a: 1, b: 1 }, "5"),
      ],
      "done",
    );
    const result = await runBlock(generator({ name: "g", model: mock, tools: [add, broken] }), "x");
    expect(result).toMatchObject({ ok: true, output: "done" });
    const outputs = (callOf(mock, 1).prompt.at(-1)!.content as any[]).map((part) => part.output);
    expect(outputs).toMatchObject([
      { type: "error-text", value: expect.stringContaining("no valid JSON") },
      { type: "error-text", value: expect.stringContaining("a: ") },
      { type: "error-text", value: expect.stringContaining("add_numbers, broken") },
      { type: "error-text", value: "out of order" },
      { type: "json", value: { sum: 2 } },
    ]);
  });

  test("tools of one turn run at the same time", async () => {
    let waiting = 0;
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const meet = handler({
      name: "meet",
      execute: async () => {
        waiting += 1;
        if (waiting === 3) release();
        await all;
        return "met";
      },
    });
    const mock = model([call("meet", {}, "1"), call("meet", {}, "2"), call("meet", {}, "3")], "done");
    expect(await runBlock(generator({ name: "g", model: mock, tools: [meet] }), "x")).toMatchObject({
      output: "done",
    });
  });

  test("a call cut off by the output limit is not run", async () => {
    const ran: unknown[] = [];
    const note = handler({ name: "note", execute: (input: unknown) => void ran.push(input) });
    const mock = model(answer([call("note", "{}")], "length"), "done");
    await runBlock(generator({ name: "g", model: mock, tools: [note] }), "x");
    expect(ran).toEqual([]);
    expect(JSON.stringify(callOf(mock, 1).prompt.at(-1))).toContain("cut off");
  });

  test("the loop ends at its limit: with the text there is, else with an error", async () => {
    const silent = model([call("add_numbers", { a: 1, b: 1 })]);
    const block = generator({ name: "g", model: silent, tools: [add], maxIterations: 3 });
    expect(await runBlock(block, "x")).toMatchObject({ ok: false, error: { code: "tool-loop-limit" } });
    expect(silent.doGenerateCalls).toHaveLength(3);
    const talking = model([{ type: "text", text: "so far" }, call("add_numbers", { a: 1, b: 1 })]);
    const other = generator({ name: "g", model: talking, tools: [add], loop: { maxIterations: 2 } });
    expect(await runBlock(other, "x")).toMatchObject({ ok: true, output: "so far" });
    const eight = model([call("add_numbers", { a: 1, b: 1 })]);
    await runBlock(generator({ name: "g", model: eight, tools: [add] }), "x");
    expect(eight.doGenerateCalls).toHaveLength(8);
  });

  test("stopWhen ends the loop after a turn", async () => {
    const mock = model([{ type: "text", text: "thinking" }, call("add_numbers", { a: 1, b: 1 })]);
    const stopWhen = ({ toolCalls }: { toolCalls: readonly { toolName: string }[] }) =>
      toolCalls[0]?.toolName === "add_numbers";
    const result = await runBlock(
      generator({ name: "g", model: mock, tools: [add], loop: { stopWhen } }),
      "x",
    );
    expect(result).toMatchObject({ output: "thinking", calls: 1 });
  });

  test("names are made safe and different; any input schema will do", async () => {
    const named = (name: string) =>
      handler({ name, inputSchema: z.string(), execute: (text) => text.length });
    const mock = model([call("a_b_2", { input: "four" })], "done");
    const tools = [
      named("a.b"),
      named("a b"),
      named("x".repeat(80)),
      handler({ name: "free", execute: () => 1 }),
    ];
    await runBlock(generator({ name: "g", model: mock, tools }), "x");
    expect(callOf(mock).tools?.map(({ name }) => name)).toEqual(["a_b", "a_b_2", "x".repeat(64), "free"]);
    expect(callOf(mock).tools?.[0]).toMatchObject({
      inputSchema: { properties: { input: { type: "string" } }, required: ["input"] },
    });
    expect(callOf(mock).tools?.[3]).toMatchObject({
      inputSchema: { type: "object", additionalProperties: true },
    });
    expect(callOf(mock, 1).prompt.at(-1)?.content).toMatchObject([{ output: { type: "json", value: 4 } }]);
  });

  test("calls that the provider executes are left alone and go back as they came", async () => {
    const mock = model(
      [
        { type: "tool-call", toolCallId: "p", toolName: "web_search", input: "{}", providerExecuted: true },
        { type: "tool-result", toolCallId: "p", toolName: "web_search", result: ["found"] },
        call("add_numbers", { a: 1, b: 1 }),
      ],
      "done",
    );
    expect(await runBlock(generator({ name: "g", model: mock, tools: [add] }), "x")).toMatchObject({
      output: "done",
    });
    expect(callOf(mock, 1).prompt[1]?.content).toMatchObject([
      { type: "tool-call", providerExecuted: true },
      { type: "tool-result", output: { type: "json", value: ["found"] } },
      { type: "tool-call", toolName: "add_numbers" },
    ]);
  });

  test("a generator can be a tool, and what it spends counts in the one that called it", async () => {
    const inner = generator({
      name: "expert",
      model: model("expert says"),
      inputSchema: z.object({ question: z.string() }),
      user: (i) => i.question,
    });
    const mock = model([call("expert", { question: "?" })], "done");
    const result = await runBlock(generator({ name: "g", model: mock, tools: [inner] }), "x");
    expect(result).toMatchObject({
      ok: true,
      calls: 3,
      usage: { inputTokens: 30, outputTokens: 15 },
      costUsd: 0.000045,
    });
  });

  test("a spent budget inside a tool ends the run", async () => {
    const spent = handler<unknown, never>({
      name: "spent",
      execute: () => {
        throw Object.assign(new Error("spent"), { code: "budget-exceeded" });
      },
    });
    const mock = model([call("spent", {})], "done");
    expect(await runBlock(generator({ name: "g", model: mock, tools: [spent] }), "x")).toMatchObject({
      error: { message: "spent" },
    });
  });

  test("functions for prompt and tools are asked again each turn", async () => {
    let turn = 0;
    const mock = model([call("add_numbers", { a: 1, b: 1 })], "done");
    const block = generator({
      name: "g",
      model: mock,
      prompt: () => `turn ${++turn}`,
      tools: () => (turn === 0 ? [add] : []),
    });
    await runBlock(block, "x");
    expect(
      [callOf(mock, 0), callOf(mock, 1)].map(({ prompt, tools }) => [prompt[0]?.content, tools?.length]),
    ).toEqual([
      ["turn 1", 1],
      ["turn 2", undefined],
    ]);
  });
});
