import { openaiUsage } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import { allWires } from "./all-wires.ts";
import { Answer } from "./answer.ts";

const usage = { input_tokens: 10, output_tokens: 2 };

test("one of several answers is not the whole; what comes after an end or a count is not in it", () => {
  const answer = new Answer(2);
  answer.text.add("one");
  answer.endOne(undefined);
  expect(answer).toMatchObject({ ended: true, isWhole: false });
  answer.endOne(0);
  expect(answer.isWhole).toBe(false);
  answer.addBytes("two");
  answer.endOne(1);
  expect(answer.isWhole).toBe(true);
  answer.addBytes("more");
  expect(answer).toMatchObject({ ended: true, isWhole: false });
  answer.count(openaiUsage, usage, true);
  expect(answer).toMatchObject({ counted: true, isWhole: true });
  answer.reasoning.add("and more");
  expect(answer).toMatchObject({ counted: false, isWhole: false });
  expect(answer.estimate(0).outputTokens).toBe(5);
  answer.ended = true;
  expect(answer.isWhole).toBe(true);
});

describe("whatever a wire writes is counted, known or not", () => {
  test.each([
    ["openai-responses", { type: "response.code_interpreter_call_code.delta", delta: "x".repeat(400) }],
    [
      "anthropic-messages",
      { type: "content_block_delta", delta: { type: "new_delta", text: "x".repeat(400) } },
    ],
    ["openai-chat", { choices: [{ index: 3, delta: { content: "x".repeat(400) } }] }],
    ["gemini", { candidates: [{ index: 3, content: { parts: [{ text: "x".repeat(400) }] } }] }],
    ["gemini", { candidates: [{ content: { parts: [{ executableCode: { code: "x".repeat(400) } }] } }] }],
    [
      "gemini",
      {
        candidates: [{ index: 1, content: { parts: [{ functionCall: { args: { x: "x".repeat(392) } } }] } }],
      },
    ],
    ...[0, 1].flatMap((index) =>
      [
        { content: [{ type: "text", text: "x".repeat(400) }] },
        { content: [{ type: "thinking", thinking: [{ type: "text", text: "x".repeat(400) }] }] },
        { reasoning_details: [{ text: "x".repeat(150) }, { summary: "x".repeat(250) }] },
        { reasoning: "x".repeat(400), reasoning_details: [{ text: "x".repeat(400) }] },
        { function_call: { name: "shell", arguments: "x".repeat(400) } },
        { tool_calls: [{ custom: { name: "shell", input: "x".repeat(400) } }] },
      ].map((delta) => ["openai-chat", { choices: [{ index, delta }] }] as const),
    ),
  ] as const)("%s, %j", (wire, event) => {
    const answer = new Answer();
    allWires[wire].readEvent(event, answer);
    expect(answer.estimate(0).outputTokens).toBe(100);
  });
});

test("what a Chat server says in parts, or in the old way, is in the transcript", () => {
  const answer = new Answer();
  const thinking = [{ type: "text", text: "Let me see." }];
  const content = [{ type: "thinking", thinking }, { type: "text", text: "It is 7." }, null, 3];
  const message = { content, function_call: { name: "shell", arguments: '{"command":"ls"}' } };
  allWires["openai-chat"].readWhole({ choices: [{ message, finish_reason: "stop" }] }, answer);
  expect([answer.text.text, answer.reasoning.text]).toEqual(["It is 7.", "Let me see."]);
  expect(answer.toolCalls).toMatchObject([{ name: "shell", input: { text: '{"command":"ls"}' } }]);
});

describe("arguments of a tool call that are an object are its JSON, and paid for as that", () => {
  const args = { command: "x".repeat(387) };
  const called = { function: { name: "shell", arguments: args } };

  test.each([
    ["openai-chat", { choices: [{ message: { tool_calls: [called] } }] }],
    ["openai-responses", { output: [{ type: "function_call", name: "shell", arguments: args }] }],
  ] as const)("%s", (name, whole) => {
    const answer = new Answer();
    allWires[name].readWhole(whole, answer);
    expect(answer.toolCalls.map(({ input }) => input.text)).toEqual([JSON.stringify(args)]);
    expect(answer.estimate(1).outputTokens).toBe(101);
  });

  test("in a further answer", () => {
    const answer = new Answer(2);
    allWires["openai-chat"].readEvent({ choices: [{ index: 1, delta: { tool_calls: [called] } }] }, answer);
    expect(answer.estimate(1).outputTokens).toBe(101);
  });
});

test("a piece of a long answer takes as long as the one before it, however many tools are called", () => {
  const answer = new Answer();
  const began = performance.now();
  for (let place = 0; place < 100_000; place++) {
    answer.toolCall(place, `call_${place}`, "read").input.add("{}");
    answer.estimate(0);
  }
  expect(answer.estimate(0).outputTokens).toBe(50_000);
  // Milliseconds when each takes the same, half a minute when each takes longer than the last.
  expect(performance.now() - began).toBeLessThan(5_000);
});
