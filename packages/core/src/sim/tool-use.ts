import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import type { Draws } from "./draws.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { SimRequest } from "./read-request.ts";
import { type SampleHook, sampleJsonSchema } from "./sample-json-schema.ts";
import { fitLength } from "./sample-text.ts";
import type { CompleteSimProfile } from "./sim-profile.ts";
import { bareName } from "./verdict-field.ts";

/**
 * The tool call that a simulated model makes, or undefined when it answers: none is offered, one has answered already,
 * or it does without. Arguments are valid by the tool's schema and taken from the task where they fit.
 */
export function useTool(
  options: LanguageModelV4CallOptions,
  request: SimRequest,
  profile: CompleteSimProfile,
  draws: Draws,
): LanguageModelV4ToolCall | undefined {
  const choice = options.toolChoice ?? { type: "auto" };
  const tools = (options.tools ?? []).filter((tool) => tool.type === "function");
  const offered = choice.type === "tool" ? tools.filter((tool) => tool.name === choice.toolName) : tools;
  if (offered.length === 0 || choice.type === "none") return undefined;
  const must = choice.type === "required" || choice.type === "tool";
  if (!must && (request.toolResults !== undefined || !draws.chance("tool use", profile.toolUse)))
    return undefined;
  const tool = draws.pick("tool", offered);
  const input = JSON.stringify(sampleArguments(tool, request, draws));
  return { type: "tool-call", toolCallId: `call-${draws.id}`, toolName: tool.name, input };
}

const wholeTask =
  /^(query|q|question|prompt|input|text|search|searchquery|task|message|content|request|topic)$/;
const formula = /^(expression|expr|formula|equation|calculation|math|code)$/;

function sampleArguments(tool: LanguageModelV4FunctionTool, request: SimRequest, draws: Draws): unknown {
  const prompt = request.task?.prompt ?? request.rest;
  const numbers = Array.from(prompt.matchAll(/-?\d+(?:\.\d+)?/g), ([text]) => Number(text));
  const quoted = Array.from(prompt.matchAll(/["“'`]([^"“”'`\n]{1,80})["”'`]/g), ([, text]) => text!);
  const names = Array.from(prompt.matchAll(/(?<=[a-z,] )[A-Z][\w-]+(?: [A-Z][\w-]+)*/g), ([text]) => text);
  let used = 0;
  const hook: SampleHook = (schema, place) => {
    if (schema.enum) return schema.enum.filter((value: unknown) => prompt.includes(String(value)));
    if (schema.type === "number" || schema.type === "integer") {
      const inOrder = numbers.map((_, at) => numbers[(used + at) % numbers.length]);
      used += 1;
      return inOrder;
    }
    return schema.type === "string" && !schema.format ? textsFor(schema, place.name) : [];
  };
  const textsFor = (schema: JsonSchema, name: string): string[] => {
    const bare = bareName(name);
    const found = [...quoted, ...names];
    const first = formula.test(bare)
      ? [sumIn(prompt), ...found]
      : wholeTask.test(bare)
        ? [prompt, ...found]
        : found;
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
    const filler = fitLength(request.topic, minLength, maxLength, draws.generator(`words ${name}`));
    return [...first, prompt, filler].filter((text) => text !== undefined);
  };
  return sampleJsonSchema(tool.inputSchema, { random: draws.generator("arguments"), hook });
}

/** The first sum in a text, as far as it goes: from a number or bracket to another one, with a sign between them. */
function sumIn(text: string): string | undefined {
  for (const [run] of text.matchAll(/[\d\s().+\-*/^%×÷]+/g)) {
    const from = run.search(/[\d(]/);
    let to = run.length;
    while (to > from && !/[\d)]/.test(run[to - 1]!)) to -= 1;
    const sum = run.slice(from, to);
    if (from !== -1 && /[+\-*/^%×÷]/.test(sum.slice(1, -1))) return sum;
  }
  return undefined;
}
