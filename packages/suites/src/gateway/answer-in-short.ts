import type { Exchange, ExchangeToolCall } from "./exchange.ts";
import { isNestedDeeper } from "./nesting.ts";
import type { Answer } from "./wires/answer.ts";
import { parseJson } from "./wires/json.ts";

/** Characters kept of why an answer ended. */
const keptReason = 100;
/** Levels of the deepest input of a tool that is told as a value. */
const keptLevels = 500;

/**
 * An answer as its exchange tells it. Inputs of tools are values where they are JSON, else the text as it was written.
 */
export function answerInShort(answer: Answer): Exchange["answer"] {
  const { text, reasoning, finishReason, model } = answer;
  const toolCalls = answer.toolCalls.map(
    ({ id, name, input }): ExchangeToolCall => ({ id, name, input: inputOf(input.text) }),
  );
  return {
    text: text.text,
    reasoning: reasoning.text,
    toolCalls,
    finishReason: finishReason?.slice(0, keptReason) ?? null,
    model,
  };
}

function inputOf(text: string): unknown {
  if (text === "") return {};
  const value = parseJson(text);
  if (value === undefined) return text;
  // Whoever walks through it takes as much stack as it has levels.
  return typeof value === "object" && value !== null && isNestedDeeper(value, keptLevels) ? text : value;
}
