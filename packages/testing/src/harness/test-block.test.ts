import { type FlowEvent, generator, handler, router, sequencer } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { rejectionsDuring } from "../../test/support/rejections-during.ts";
import { mockGenerator } from "../mocks/mock-generator.ts";
import { testBlock } from "./test-block.ts";
import { testSequencer } from "./test-sequencer.ts";

const ask = generator({ name: "ask", model: "anthropic/claude-haiku-4-5", inputSchema: z.string() });
const count = handler({
  name: "count",
  inputSchema: z.string(),
  execute: (text, ctx) => {
    ctx.emit("counted", { text });
    return text.length;
  },
});
const chain = sequencer({ name: "chain", inputSchema: z.string() }).step(ask).step(count);
const usage = { promptTokens: 1000, completionTokens: 100 };
const mocks = () => ({ ask: mockGenerator({ name: "ask", script: [{ text: "four", usage }] }) });

test("a block is run, and what it did is told", async () => {
  const heard: FlowEvent[] = [];
  const result = await testBlock(chain, {
    input: "Hi",
    generators: mocks(),
    onEvent: (event) => heard.push(event),
  });
  expect(result).toMatchObject({
    output: 4,
    error: null,
    aborted: false,
    costUsd: 0.0015,
    usage: { inputTokens: 1000, outputTokens: 100 },
    items: [{ name: "counted", data: { text: "four" } }],
    meta: { blockName: "chain", calls: 1, retryAttempts: 0 },
  });
  expect(result.events).toEqual(heard);
  expect(result.events.map(({ type }) => type)).toEqual([
    "block.started",
    "block.started",
    "call.charged",
    "block.finished",
    "block.started",
    "emitted",
    "block.finished",
    "block.finished",
  ]);
  expect(result.charges).toHaveLength(1);
  expect(result.meta.durationMs).toBeGreaterThanOrEqual(0);
});

describe("errors are results", () => {
  test("of a block", async () => {
    const broken = handler({
      name: "broken",
      execute: (): string => {
        throw new TypeError("no");
      },
    });
    const result = await testBlock(broken, { input: 1 });
    expect(result.output).toBeUndefined();
    expect(result.error).toBeInstanceOf(TypeError);
  });

  test("of an input that does not fit", async () => {
    const { error } = await testBlock(count, { input: 7 as unknown as string });
    expect(error?.code).toBe("validation-error");
  });

  test("of a model that is not mocked, so that nothing is spent", async () => {
    const { error, charges } = await testBlock(ask, { input: "Hi" });
    expect(error?.code).toBe("unmocked-model");
    expect(charges).toEqual([]);
  });

  test("only what is no block is thrown", async () => {
    await expect(testBlock({} as typeof ask, { input: "Hi" })).rejects.toThrow(/no block/);
  });
});

test("a stop ends it", async () => {
  const hangs = handler({ name: "hangs", execute: () => new Promise<never>(() => {}) });
  const result = await testBlock(hangs, { input: 1, signal: AbortSignal.timeout(10) });
  expect(result).toMatchObject({ aborted: true, output: undefined, error: { name: "TimeoutError" } });
});

test("retries of the block are counted, those of blocks inside are not", async () => {
  const flaky = (name: string, failures: number) => {
    let left = failures;
    return handler({
      name,
      retry: { maxAttempts: 5, baseDelayMs: 0, retryableErrors: [RangeError] },
      execute: (value: unknown) => {
        if (left-- > 0) throw new RangeError("again");
        return value;
      },
    });
  };
  expect((await testBlock(flaky("f", 2), { input: 1 })).meta.retryAttempts).toBe(2);
  const outer = sequencer({ name: "outer" }).step(flaky("f", 2));
  expect((await testBlock(outer, { input: 1 })).meta.retryAttempts).toBe(0);
});

describe("models", () => {
  test("a resolver comes before mocks", async () => {
    const modelResolver = (modelId: string) => ({
      modelId,
      price: { input: 0, output: 0 },
      generate: async () => ({ text: "real" }),
    });
    expect((await testBlock(ask, { input: "Hi", modelResolver, generators: mocks() })).output).toBe("real");
  });

  test("by id, and by policy", async () => {
    const models = { "anthropic/claude-haiku-4-5": mocks().ask };
    expect((await testBlock(ask, { input: "Hi", models })).output).toBe("four");
    expect((await testBlock(ask, { input: "Hi", unmockedGeneratorPolicy: "allow" })).output).toBe("mock");
    const loose = { unmockedGeneratorPolicy: "allow" as const, unmockedDefault: { text: "later" } };
    expect((await testBlock(ask, { input: "Hi", ...loose })).output).toBe("later");
  });
});

describe("testSequencer", () => {
  test("tells the steps, nested as they ran", async () => {
    const inner = router({ name: "choose", inputSchema: z.string(), routes: [count], execute: () => count });
    const outer = sequencer({ name: "outer", inputSchema: z.string() }).step(ask).step(inner);
    const { steps, output } = await testSequencer(outer, { input: "Hi", generators: mocks() });
    expect(output).toBe(4);
    expect(steps).toMatchObject([
      {
        blockName: "ask",
        kind: "generator",
        input: "Hi",
        output: "four",
        error: null,
        costUsd: 0.0015,
        calls: 1,
        steps: [],
      },
      {
        ...{ blockName: "choose", kind: "router", input: "four", output: 4, costUsd: 0 },
        steps: [{ blockName: "count", kind: "handler", path: "outer/choose/count", output: 4 }],
      },
    ]);
  });

  test("tells a step for each time round, and the one that failed", async () => {
    const dec = handler({
      name: "dec",
      inputSchema: z.number(),
      execute: (n) => {
        if (n === 1) throw new RangeError("too low");
        return n - 1;
      },
    });
    const loop = sequencer({ name: "loop", inputSchema: z.number() }).doUntil((n: number) => n <= 0, dec);
    const { steps, error } = await testSequencer(loop, { input: 3 });
    expect(steps.map(({ input, output, error: failed }) => [input, output, failed?.name])).toEqual([
      [3, 2, undefined],
      [2, 1, undefined],
      [1, undefined, "RangeError"],
    ]);
    expect(error).toBeInstanceOf(RangeError);
  });
});

test("a listener that rejects later breaks nothing", async () => {
  const unseen = await rejectionsDuring(() =>
    testBlock(chain, {
      input: "Hi",
      generators: mocks(),
      onEvent: async () => {
        throw new Error("no");
      },
    }),
  );
  expect(unseen).toEqual([]);
});
