import { generator, handler, runBlock } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMockModelResolver } from "./create-mock-model-resolver.ts";
import { type MockStep, mockGenerator } from "./mock-generator.ts";

const mocked = (...script: MockStep[]) => mockGenerator({ name: "mock", script });
const ask = generator({ name: "writer", model: "lab/large", inputSchema: z.string() });

test("a block is answered by its own mock, else by that of its model", async () => {
  const writer = mocked({ text: "by the block" });
  const large = mocked({ text: "by the model" });
  const both = createMockModelResolver({ generators: { writer }, models: { "lab/large": large } });
  expect(await runBlock(ask, "Hi", { modelResolver: both })).toMatchObject({
    ok: true,
    output: "by the block",
  });
  const other = createMockModelResolver({ generators: { reader: writer }, models: { "lab/large": large } });
  expect(await runBlock(ask, "Hi", { modelResolver: other })).toMatchObject({
    ok: true,
    output: "by the model",
  });
  expect(writer.calls).toEqual([
    { input: [{ role: "user", content: "Hi" }], model: "lab/large", blockName: "writer" },
  ]);
});

test("tools are run between the answers", async () => {
  const seen: unknown[] = [];
  const inputSchema = z.object({ a: z.number(), b: z.number() });
  const add = handler({
    name: "add",
    inputSchema,
    execute: (numbers) => {
      seen.push(numbers);
      return numbers.a + numbers.b;
    },
  });
  const sum = generator({ name: "sum", model: "lab/large", tools: [add], inputSchema: z.string() });
  const mock = mocked({ toolCalls: [{ toolName: "add", args: { a: 1, b: 2 } }] }, { text: "3" });
  const result = await runBlock(sum, "1 + 2?", {
    modelResolver: createMockModelResolver({ generators: { sum: mock } }),
  });
  expect(result).toMatchObject({ ok: true, output: "3", calls: 2 });
  expect(seen).toEqual([{ a: 1, b: 2 }]);
  expect(JSON.stringify(mock.calls[1]?.input)).toContain("3");
});

test("structured answers and errors", async () => {
  const outputSchema = z.object({ n: z.number() });
  const structured = generator({ name: "writer", model: "lab/large", outputSchema });
  const answers = (mock: ReturnType<typeof mocked>) =>
    runBlock(structured, "n?", { modelResolver: createMockModelResolver({ generators: { writer: mock } }) });
  expect(await answers(mocked({ structuredOutput: { n: 1 } }))).toMatchObject({ ok: true, output: { n: 1 } });
  expect(await answers(mocked({ error: new RangeError("down") }))).toMatchObject({
    ok: false,
    error: { name: "RangeError", message: "down" },
  });
});

describe("money", () => {
  const usage = { promptTokens: 1_000_000, completionTokens: 100_000 };
  const spent = async (mock: ReturnType<typeof mocked>, model = "lab/large") => {
    const modelResolver = createMockModelResolver({ models: { [model]: mock } });
    const { costUsd, charges } = await runBlock(generator({ name: "g", model }), "Hi", { modelResolver });
    expect(charges.map(({ simulated }) => simulated)).toEqual([true]);
    return costUsd;
  };

  test("a step without tokens is free, whatever the model", async () => {
    expect(await spent(mocked({ text: "a" }))).toBe(0);
    expect(await spent(mocked({ text: "a" }, { text: "b", usage }), "anthropic/claude-haiku-4-5")).toBe(0);
  });

  test("tokens cost what the mock says, else what the model costs", async () => {
    const priced = mockGenerator({
      name: "m",
      script: [{ text: "a", usage }],
      price: { input: 2, output: 10 },
    });
    expect(await spent(priced)).toBe(3);
    expect(await spent(mocked({ text: "a", usage }), "anthropic/claude-haiku-4-5")).toBe(1.5);
  });

  test("a cost of its own comes first", async () => {
    expect(await spent(mocked({ text: "a", usage, costUsd: 0.25 }), "anthropic/claude-haiku-4-5")).toBe(0.25);
  });
});

describe("what is not mocked", () => {
  const generators = { wrtier: mocked({ text: "a" }) };
  const models = { "lab/small": mocked({ text: "a" }) };

  test("is an error that names who asked and what is mocked", async () => {
    const modelResolver = createMockModelResolver({ generators, models });
    expect(await runBlock(ask, "Hi", { modelResolver })).toMatchObject({
      ok: false,
      error: {
        code: "unmocked-model",
        message:
          'Block writer with model lab/large is not mocked; mocked are the blocks wrtier and the models lab/small. Did you mean wrtier? Add generators["writer"], or give a modelResolver that may ask real models.',
      },
    });
    expect(() => createMockModelResolver()("lab/large")).toThrow(
      /^The model lab\/large is not mocked; mocked are none\./,
    );
  });

  test("names of the language are no mocks", () => {
    const resolver = createMockModelResolver({ generators, models });
    expect(() => resolver("constructor", "toString")).toThrow(/not mocked/);
  });

  test("is told with warn, and answered", async () => {
    const told: string[] = [];
    const modelResolver = createMockModelResolver({
      policy: "warn",
      onUnmocked: (message) => told.push(message),
    });
    expect(await runBlock(ask, "Hi", { modelResolver })).toMatchObject({
      ok: true,
      output: "mock",
      costUsd: 0,
    });
    expect(told).toEqual([expect.stringMatching(/^Block writer with model lab\/large is not mocked/)]);
  });

  test("is answered with allow, in the shape that is asked for or as one says", async () => {
    const outputSchema = z.object({ n: z.number().min(3), word: z.enum(["a", "b"]) });
    const structured = generator({ name: "writer", model: "lab/large", outputSchema });
    const result = await runBlock(structured, "Hi", {
      modelResolver: createMockModelResolver({ policy: "allow" }),
    });
    expect(outputSchema.safeParse(result.ok && result.output).success).toBe(true);
    const modelResolver = createMockModelResolver({ policy: "allow", unmockedDefault: { text: "later" } });
    expect(await runBlock(ask, "Hi", { modelResolver })).toMatchObject({ ok: true, output: "later" });
  });
});

test("a script that is at its end says so", async () => {
  const twice = async (mock: ReturnType<typeof mocked>) => {
    const modelResolver = createMockModelResolver({ generators: { writer: mock } });
    await runBlock(ask, "Hi", { modelResolver });
    return runBlock(ask, "Hi", { modelResolver });
  };
  expect(await twice(mocked({ text: "a" }))).toMatchObject({
    ok: false,
    error: {
      code: "mock-exhausted",
      message: expect.stringMatching(/asked 2 times, its script has 1 step and/),
    },
  });
});
