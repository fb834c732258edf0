import { describe, expect, test } from "vitest";
import { withArgumentsAsText } from "./tool-arguments.ts";

const read = (answer: unknown) => JSON.parse(withArgumentsAsText(JSON.stringify(answer)));

const chat = (place: "message" | "delta", args: unknown) => ({
  choices: [{ [place]: { tool_calls: [{ id: "a", function: { name: "list", arguments: args } }] } }],
});
const item = (args: unknown) => ({ type: "function_call", call_id: "a", name: "list", arguments: args });

describe("an object is its JSON, wherever a wire has the arguments of a call", () => {
  const args = { path: "a.txt", depth: 2 };
  const text = '{"path":"a.txt","depth":2}';

  test.each([
    ["a whole message", chat("message", args), chat("message", text)],
    ["a piece of one", chat("delta", args), chat("delta", text)],
    ["a response", { output: [item(args)] }, { output: [item(text)] }],
    ["the end of a response", { response: { output: [item(args)] } }, { response: { output: [item(text)] } }],
    ["an item of one", { item: item(args) }, { item: item(text) }],
    [
      "the end of the arguments",
      { type: "response.function_call_arguments.done", arguments: args },
      { type: "response.function_call_arguments.done", arguments: text },
    ],
  ])("%s", (_, given, expected) => {
    expect(read(given)).toEqual(expected);
  });
});

test.each([undefined, null])("a whole call with arguments of %j has none", (none) => {
  expect(read(chat("message", none))).toEqual(chat("message", "{}"));
  expect(read({ output: [item(none)] })).toEqual({ output: [item("{}")] });
});

test.each([
  ["texts", chat("message", '{"path": "a.txt"}')],
  ["a piece without arguments, which may come later", chat("delta", null)],
  ["calls that are none", { choices: [{ message: { tool_calls: [null, {}, { function: null }] } }] }],
  ["the words of a model", { choices: [{ message: { content: '{"tool_calls":[{"arguments":{}}]}' } }] }],
  ["input of Anthropic's wire", { content: [{ type: "tool_use", input: { arguments: {} } }] }],
])("%s stay as they are, to the byte", (_, answer) => {
  const json = JSON.stringify(answer, null, 1);
  expect(withArgumentsAsText(json)).toBe(json);
});

test.each(['{"tool_calls": [{"arguments": {', "[DONE]", ""])("what is no JSON stays as it is: %j", (text) => {
  expect(withArgumentsAsText(text)).toBe(text);
});
