import { describe, expect, test } from "vitest";
import { defineCapability } from "./capability.ts";
import { generator } from "./generator/generator.ts";
import { handler } from "./handler.ts";
import { keyedRouter } from "./keyed-router.ts";
import { runBlock } from "./run-block.ts";
import { sequencer } from "./sequencer/sequencer.ts";

const echo = handler({ name: "echo", execute: (value: unknown) => value });
const model = "lab/model";
/** What people give where a Standard Schema belongs, and more; the types refuse it, plain JavaScript does not. */
const json: any = { type: "object", properties: { a: { type: "string" } } };

describe("what cannot work is refused where it is written", () => {
  test.each<[string, () => unknown]>([
    ["inputSchema", () => handler({ name: "b", inputSchema: json, execute: () => 1 })],
    ["outputSchema", () => generator({ name: "b", model, outputSchema: json })],
    [
      "inputSchema",
      () => keyedRouter({ name: "b", inputSchema: json, blocks: { echo }, select: () => "echo" }),
    ],
    ["outputSchema", () => sequencer({ name: "b", outputSchema: json })],
    ["stateSchema", () => sequencer({ name: "b", stateSchema: json })],
    ["stateSchema", () => defineCapability({ name: "b", stateSchema: json })],
  ])("%s that is no Standard Schema", (option, make) => {
    expect(make).toThrow(`${option} of "b" is no Standard Schema`);
  });

  test.each<[string, any]>([
    ['maxTokens of "b" is -5;', { maxTokens: -5 }],
    ['maxTokens of "b" is the text "9";', { maxTokens: "9" }],
    [
      'history of "b" takes a function, (input, ctx) => messages, and was given a boolean.',
      { history: true },
    ],
  ])("%s", (message, config) => {
    expect(() => generator({ name: "b", model, ...config })).toThrow(message);
  });

  test.each([0, -1, Number.NaN])("a call without any time: %d", (timeoutMs) => {
    expect(() => generator({ name: "b", model, timeoutMs })).toThrow(`timeoutMs of "b" is ${timeoutMs};`);
  });

  test.each<[string, () => unknown]>([
    ["a block's", () => echo.rescue([{ block: (() => 1) as any }])],
    ["a chain's", () => sequencer({ name: "echo" }).rescue({ block: echo } as any)],
  ])("%s rescue by something else than blocks", (_, make) => {
    expect(make).toThrow('rescue of "echo" takes a list of { when, block }.');
  });
});

describe("what shows when it runs is said in words", () => {
  test.each<[string, any]>([
    ["tools by name", { echo }],
    ["tools of another kind", [{ description: "echo", execute: () => 1 }]],
    ["no tool", [undefined]],
  ])("%s", async (_, tools) => {
    const result = await runBlock(generator({ name: "b", model, tools }), "x");
    expect(result).toMatchObject({
      ok: false,
      calls: 0,
      error: { code: "construction-error", message: expect.stringContaining('A tool of "b" is no block') },
    });
  });

  test("a forEach whose function does the work itself", async () => {
    const doubled = sequencer({ name: "b" }).forEach(((n: number) => n * 2) as any);
    expect(await runBlock(doubled, [1, 2])).toMatchObject({
      error: { message: expect.stringContaining('A forEach of "b" was given no block for element 0') },
    });
  });

  test.each<[string, any]>([
    ["a resolver that knows no such model", model],
    ["a function that chooses none", () => undefined],
    ["a function that chooses from nothing", () => []],
    ["a number", 5],
    ["a list with one", [5]],
  ])("%s", async (_, asked) => {
    const block = generator({ name: "b", model: asked });
    const result = await runBlock(block, "x", { modelResolver: () => undefined as any });
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "not-a-model",
        message: expect.stringMatching(/^(A model|The model for lab\/model) is (undefined|a number)\./),
      },
    });
  });
});
