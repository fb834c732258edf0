import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import { generateText, Output, stepCountIs, streamText } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { asking, jsonOf, textOf } from "../../test/support/asking.ts";
import { toJsonSchema } from "../schema/schema.ts";
import type { AnswerKeyTask } from "./answer-key.ts";
import { simModel } from "./sim-model.ts";

const sum: AnswerKeyTask = {
  prompt: 'Use "the calculator" in Rome: what is 17 * 25?',
  right: "425",
  wrong: ["415"],
};
const tool = (name: string, schema: z.ZodType): LanguageModelV4FunctionTool => ({
  type: "function",
  name,
  inputSchema: toJsonSchema(schema)!,
});
const calculator = tool(
  "calculate",
  z.object({ a: z.number(), b: z.int(), mode: z.enum(["slow", "calculator"]) }),
);
const model = (ability = 1000, toolUse = 1) =>
  simModel("mine", { answerKey: [sum], profiles: { mine: { ability, toolUse } } });

async function callOf(more: Partial<LanguageModelV4CallOptions>): Promise<LanguageModelV4ToolCall> {
  const result = await model().doGenerate(asking(sum.prompt, {}, more));
  expect(result.finishReason.unified).toBe("tool-calls");
  expect(result.content).toHaveLength(1);
  return result.content[0] as LanguageModelV4ToolCall;
}

function answered(value: string, more: Partial<LanguageModelV4CallOptions> = {}) {
  const call = asking(sum.prompt, {}, { tools: [calculator], ...more });
  call.prompt.push(
    {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "1", toolName: "calculate", input: { expected: "415" } }],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "1", toolName: "calculate", output: { type: "text", value } },
      ],
    },
  );
  return call;
}

describe("arguments are valid and taken from the task where they fit", () => {
  test("numbers in order, words from a list", async () => {
    const call = await callOf({ tools: [calculator] });
    expect(JSON.parse(call.input)).toEqual({ a: 17, b: 25, mode: "calculator" });
    expect(call.toolName).toBe("calculate");
    expect(call.toolCallId).toMatch(/^call-/);
  });

  test.each<[z.ZodType, unknown]>([
    [z.object({ query: z.string() }), { query: sum.prompt }],
    [z.object({ expression: z.string() }), { expression: "17 * 25" }],
    [z.object({ name: z.string() }), { name: "the calculator" }],
    [z.object({ name: z.string().max(5) }), { name: "Rome" }],
    [z.object({ count: z.int().max(20) }), { count: 17 }],
    [z.object({}), {}],
  ])("%#", async (schema, expected) => {
    expect(JSON.parse((await callOf({ tools: [tool("it", schema)] })).input)).toEqual(expected);
  });

  test("else they are samples of the schema", async () => {
    const schema = z.object({
      day: z.iso.date(),
      code: z.string().regex(/^[A-Z]{3}$/),
      far: z.number().min(900),
    });
    const call = await callOf({ tools: [tool("it", schema)] });
    expect(schema.safeParse(JSON.parse(call.input)).success).toBe(true);
  });
});

describe("a tool is called", () => {
  const plain = { tools: [calculator] };
  const reasonOf = async (call: LanguageModelV4CallOptions, toolUse = 1) =>
    (await model(1000, toolUse).doGenerate(call)).finishReason.unified;

  test("when the profile has it so, or it must", async () => {
    expect(await reasonOf(asking(sum.prompt, {}, plain))).toBe("tool-calls");
    expect(await reasonOf(asking(sum.prompt, {}, plain), 0)).toBe("stop");
    expect(await reasonOf(asking(sum.prompt, {}, { ...plain, toolChoice: { type: "required" } }), 0)).toBe(
      "tool-calls",
    );
    expect(await reasonOf(asking(sum.prompt, {}, { ...plain, toolChoice: { type: "none" } }))).toBe("stop");
    expect(await reasonOf(asking(sum.prompt))).toBe("stop");
  });

  test("by the name that is asked for", async () => {
    const tools = ["a", "b", "c"].map((name) => tool(name, z.object({})));
    expect((await callOf({ tools, toolChoice: { type: "tool", toolName: "b" } })).toolName).toBe("b");
  });

  test("before a structured answer is given", async () => {
    const schema = jsonOf(z.object({ answer: z.string() }));
    expect(await reasonOf(asking(sum.prompt, {}, { ...plain, ...schema }))).toBe("tool-calls");
    const after = await model().doGenerate(answered("done", schema));
    expect(JSON.parse(textOf(after))).toEqual({ answer: "425" });
  });
});

describe("once a tool has answered, the model does", () => {
  const say = async (value: string, ability: number) =>
    textOf(await model(ability).doGenerate(answered(value)));

  test("right, when the tool has said the right answer", async () => {
    expect(await say("Result: 425", -1000)).toBe("425");
    expect(await say('{"result":425}', -1000)).toBe("425");
  });

  test("as the tool has it, when that is a known wrong answer", async () => {
    expect(await say("Result: 415", 1000)).toBe("415");
  });

  test("by its own skill, when the tool was of no help", async () => {
    expect(await say("no result", 1000)).toBe("425");
    expect(await say("no result", -1000)).toBe("415");
  });
});

test("the loop of the AI SDK runs on it, tools and structured output included", async () => {
  const seen: unknown[] = [];
  const loop = await generateText({
    model: model(-1000),
    prompt: sum.prompt,
    tools: {
      calculate: {
        inputSchema: z.object({ a: z.number(), b: z.number() }),
        execute: ({ a, b }: { a: number; b: number }) => {
          seen.push([a, b]);
          return { result: a * b };
        },
      },
    },
    stopWhen: stepCountIs(3),
    output: Output.object({ schema: z.object({ answer: z.number() }) }),
  });
  expect(seen).toEqual([[17, 25]]);
  expect(loop.output).toEqual({ answer: 425 });
  expect(await streamText({ model: model(1000, 0), prompt: sum.prompt }).text).toBe("425");
});
