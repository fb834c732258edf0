import { expect, test } from "vitest";
import { Conversation } from "./conversation.ts";
import type { ModelAnswer } from "./model-types.ts";
import { readAnswer } from "./read-answer.ts";

const count = { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };

function answerOf(...content: ModelAnswer["content"]): ModelAnswer {
  const outputTokens = { total: 1, text: undefined, reasoning: undefined };
  return {
    content,
    finishReason: { unified: "stop", raw: "stop" },
    usage: { inputTokens: count, outputTokens },
    warnings: [],
  };
}

const call = (toolName: string, input: string) => ({
  ...{ type: "tool-call" as const, toolCallId: "a", toolName, input },
});

test("a text of blanks is not sent back, but where its provider has signed it", () => {
  const blank = { type: "text" as const, text: "\n\n" };
  const contentOf = (...parts: ModelAnswer["content"]) =>
    readAnswer(answerOf(...parts), 1, new Set()).message.content;
  expect(contentOf(blank, call("list", "{}"))).toEqual([expect.objectContaining({ type: "tool-call" })]);
  expect(contentOf(blank)).toEqual([{ type: "text", text: "(no answer)" }]);
  expect(contentOf({ ...blank, providerMetadata: { google: { thoughtSignature: "s" } } })).toMatchObject([
    { text: "\n\n" },
  ]);
});

test.each(["__proto__", "constructor", "a tool", "x".repeat(65)])("no tool %s is sent back", (name) => {
  const { message, calls } = readAnswer(answerOf(call(name, "{}")), 1, new Set());
  expect(message.content).toMatchObject([{ toolName: "unknown" }]);
  expect(calls).toMatchObject([{ toolName: name, sentName: "unknown" }]);
});

test("half of a character is not sent back, whoever has left it", () => {
  const half = "half \ud83d";
  const conversation = new Conversation("system", "task");
  const input = JSON.stringify({ path: "a.txt", content: half });
  const said = answerOf(
    { type: "text", text: half },
    call("write", input),
    call("write", `{"path":"${half}`),
  );
  for (const counted of [null, 10]) conversation.addAnswer(readAnswer(said, 1, new Set()).message, counted);
  conversation.addResults([{ id: "a", toolName: "write", ok: false, text: half }]);
  const sent = JSON.stringify(conversation.prompt);
  expect(sent).not.toMatch(/\\ud83d/);
  expect(sent.match(/half \ufffd/g)).toHaveLength(7);
});
