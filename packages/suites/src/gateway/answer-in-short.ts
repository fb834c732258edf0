import type { Exchange, ExchangeToolCall } from "./exchange.ts";
import type { Answer } from "./wires/answer.ts";
import { parseJson } from "./wires/json.ts";

/** Characters kept of why an answer ended. */
const keptReason = 100;

/** An answer as its exchange tells it. Inputs of tools are values where they are JSON, else the text as it was written. */
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
  return value === undefined ? text : value;
}
