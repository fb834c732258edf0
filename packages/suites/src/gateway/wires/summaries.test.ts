import { expect, test } from "vitest";
import { allWires } from "./all-wires.ts";
import type { WireName } from "./wire-name.ts";

const news = [
  { type: "tool-result", id: "call_1", text: "it is 7", ok: true },
  { type: "user", text: "Go on." },
];

test.each<[WireName, Record<string, unknown>]>([
  [
    "anthropic-messages",
    {
      system: [{ type: "text", text: "Be good." }],
      max_tokens: 99,
      tools: [{ name: "shell" }],
      messages: [
        { role: "user", content: "Begin." },
        { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "shell", input: {} }] },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: [{ type: "text", text: "it is 7" }] },
            { type: "text", text: "Go on." },
          ],
        },
      ],
    },
  ],
  [
    "openai-chat",
    {
      max_completion_tokens: 99,
      tools: [{ type: "function", function: { name: "shell" } }],
      messages: [
        { role: "system", content: "Be good." },
        { role: "user", content: "Begin." },
        { role: "assistant", tool_calls: [{ id: "call_1", function: { name: "shell", arguments: "{}" } }] },
        { role: "tool", tool_call_id: "call_1", content: "it is 7" },
        { role: "user", content: [{ type: "text", text: "Go on." }] },
      ],
    },
  ],
  [
    "openai-responses",
    {
      instructions: "Be good.",
      max_output_tokens: 99,
      tools: [{ type: "function", name: "shell" }],
      input: [
        { role: "user", content: "Begin." },
        { type: "reasoning", summary: [] },
        { type: "function_call", call_id: "call_1", name: "shell", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: "it is 7" },
        { type: "message", role: "user", content: [{ type: "input_text", text: "Go on." }] },
      ],
    },
  ],
  [
    "gemini",
    {
      systemInstruction: { parts: [{ text: "Be good." }] },
      generationConfig: { maxOutputTokens: 99 },
      tools: [{ functionDeclarations: [{ name: "shell" }] }],
      contents: [
        { role: "user", parts: [{ text: "Begin." }] },
        { role: "model", parts: [{ functionCall: { name: "shell", args: {} } }] },
        {
          role: "user",
          parts: [
            { functionResponse: { id: "call_1", name: "shell", response: { output: "it is 7" } } },
            { text: "Go on." },
          ],
        },
      ],
    },
  ],
])("%s: what is new in a request", (wire, body) => {
  const summary = allWires[wire].summary(body);
  expect(summary).toMatchObject({ system: "Be good.", tools: ["shell"], maxOutputTokens: 99, news });
});

test.each(Object.values(allWires))("$name: a request of any shape is summed up without a throw", (wire) => {
  for (const strange of [
    null,
    7,
    "x",
    [],
    [null],
    [[]],
    { role: 3 },
    [{ role: "user", content: [null, 3, {}] }],
  ]) {
    const body = {
      messages: strange,
      input: strange,
      contents: strange,
      system: strange,
      tools: strange,
      instructions: strange,
      systemInstruction: strange,
      generationConfig: strange,
      max_tokens: strange,
    };
    expect(wire.summary(body)).toHaveProperty("news");
    expect(wire.answers(body)).toBe(1);
  }
});
