import { expect, test } from "vitest";
import { answerInShort } from "./answer-in-short.ts";
import { Answer } from "./wires/answer.ts";

test("an answer of which nothing has come says nothing", () => {
  expect(answerInShort(new Answer())).toEqual({
    ...{ text: "", reasoning: "", toolCalls: [], finishReason: null, model: null },
  });
});

test("what was said, thought and called is told", () => {
  const answer = new Answer();
  answer.text.add("hello");
  answer.reasoning.add("hm");
  answer.finish("stop");
  answer.identify("id", "m-1");
  answer.toolCall(0, "call_1", "bash").input.add('{"command": "ls"}');
  expect(answerInShort(answer)).toEqual({
    ...{ text: "hello", reasoning: "hm", finishReason: "stop", model: "m-1" },
    toolCalls: [{ id: "call_1", name: "bash", input: { command: "ls" } }],
  });
});

test.each([
  ["", {}],
  ["null", null],
  ["7", 7],
  ['{"command": "l', '{"command": "l'],
])("the input %j of a tool is told as %j", (written, input) => {
  const answer = new Answer();
  answer.toolCall(0).input.add(written);
  expect(answerInShort(answer).toolCalls).toMatchObject([{ input }]);
});

test("an input that is nested without end is told as its text", () => {
  const deep = "[".repeat(5_000) + "]".repeat(5_000);
  const answer = new Answer();
  answer.toolCall(0).input.add(deep);
  expect(answerInShort(answer).toolCalls).toMatchObject([{ input: deep }]);
});
