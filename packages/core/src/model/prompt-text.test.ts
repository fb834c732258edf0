import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { promptText } from "./prompt-text.ts";

test("reads every kind of message, in order", () => {
  const prompt: LanguageModelV4Prompt = [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "What is in it?" },
        { type: "file", mediaType: "text/plain", data: { type: "text", text: "inline document" } },
        { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1]) } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "I look it up." },
        { type: "tool-call", toolCallId: "1", toolName: "look", input: { at: 7 } },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "1", toolName: "look", output: { type: "json", value: { n: 7 } } },
        { type: "tool-result", toolCallId: "2", toolName: "look", output: { type: "text", value: "seven" } },
        {
          type: "tool-result",
          toolCallId: "3",
          toolName: "look",
          output: { type: "error-text", value: "no" },
        },
        {
          type: "tool-result",
          toolCallId: "4",
          toolName: "look",
          output: { type: "content", value: [{ type: "text", text: "in parts" }] },
        },
        {
          type: "tool-result",
          toolCallId: "5",
          toolName: "look",
          output: { type: "execution-denied", reason: "not allowed" },
        },
      ],
    },
  ];
  expect(promptText(prompt).split("\n")).toEqual([
    "Be brief.",
    "What is in it?",
    "inline document",
    "I look it up.",
    '{"at":7}',
    '{"n":7}',
    "seven",
    "no",
    "in parts",
    "not allowed",
  ]);
});

test("an empty prompt is an empty text", () => {
  expect(promptText([])).toBe("");
});
