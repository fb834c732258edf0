import type { LanguageModelV4Content } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { answer, callOf, model } from "../../../test/support/answering.ts";
import { handler } from "../handler.ts";
import { runBlock } from "../run-block.ts";
import { generator } from "./generator.ts";

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

  test("the loop runs blocks and gives back all the model said but blanks, signatures included", async () => {
    const reasoning = {
      type: "reasoning" as const,
      text: "hm",
      providerMetadata: { anthropic: { signature: "sig" } },
    };
    const blank = { type: "text" as const, text: "\n\n" };
    const mock = model([reasoning, blank, call("add_numbers", { a: 1, b: 2 })], "three");
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

  test("calls that share an id, or have none, go back with ids of their own, and so do their results", async () => {
    const calls = ["c1", "c1", "", ""].map((id, a) => call("add_numbers", { a, b: 0 }, id));
    const mock = model(calls, [call("add_numbers", { a: 9, b: 0 })], "done");
    await runBlock(generator({ name: "g", model: mock, tools: [add] }), "go");
    const sent = callOf(mock, 2).prompt.slice(1) as { content: { toolCallId: string; output?: unknown }[] }[];
    const ids = sent.map(({ content }) => content.map(({ toolCallId }) => toolCallId));
    const first = ["c1", "c1-2", "call-1", "call-1-2"];
    expect(ids).toEqual([first, first, ["c1-3"], ["c1-3"]]);
    expect(sent[1]!.content.map(({ output }) => output)).toMatchObject(
      [0, 1, 2, 3].map((sum) => ({ value: { sum } })),
    );
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
