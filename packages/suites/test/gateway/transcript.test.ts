import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { exchangeEvents } from "../../src/gateway/exchange-events.ts";
import type { WireName } from "../../src/gateway/wires/wire-name.ts";
import type { UntimedEvent } from "../../src/transcript/transcript-event.ts";
import { openWire } from "./support/open-wire.ts";
import { askText, everyCall } from "./support/wire-calls.ts";

const system = "You are careful.";
const prompt = "Greet the wörld 🌍.";
const args = { command: "echo hi" };
const result = "hi\n";

/** As the server on loopback has them. */
const keys: Record<WireName, string> = {
  "anthropic-messages": "key-of-anthropic",
  "openai-responses": "key-of-openai",
  "openai-chat": "key-of-openai",
  gemini: "key-of-google",
};

/** The first request of an agent, and the one that brings the result of its tool. */
const conversations: Record<WireName, [first: Record<string, unknown>, second: Record<string, unknown>]> = {
  "anthropic-messages": [
    { system, messages: [{ role: "user", content: prompt }] },
    {
      system,
      messages: [
        { role: "user", content: prompt },
        { role: "assistant", content: [{ type: "tool_use", id: "call_a", name: "shell", input: args }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "call_a", content: result }] },
      ],
    },
  ],
  "openai-responses": [
    { instructions: system, input: [{ role: "user", content: [{ type: "input_text", text: prompt }] }] },
    {
      instructions: system,
      input: [
        { role: "user", content: [{ type: "input_text", text: prompt }] },
        { type: "function_call", call_id: "call_a", name: "shell", arguments: JSON.stringify(args) },
        { type: "function_call_output", call_id: "call_a", output: result },
      ],
    },
  ],
  "openai-chat": [
    {
      messages: [
        { role: "system", content: system },
        { role: "user", content: prompt },
      ],
    },
    {
      messages: [
        { role: "system", content: system },
        { role: "user", content: prompt },
        {
          role: "assistant",
          tool_calls: [
            { id: "call_a", type: "function", function: { name: "shell", arguments: JSON.stringify(args) } },
          ],
        },
        { role: "tool", tool_call_id: "call_a", content: result },
      ],
    },
  ],
  gemini: [
    {
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: "user", parts: [{ text: prompt }] }],
    },
    {
      systemInstruction: { parts: [{ text: system }] },
      contents: [
        { role: "user", parts: [{ text: prompt }] },
        { role: "model", parts: [{ functionCall: { name: "shell", args } }] },
        { role: "user", parts: [{ functionResponse: { name: "shell", response: { output: result } } }] },
      ],
    },
  ],
};

describe.each(everyCall)("$name", (each) => {
  const { wire, streamed, usage } = each;

  test("model, prompt, answers and tools of a piece of work are kept, and its retries are counted", async () => {
    const [first, second] = conversations[wire];
    const calls: WireAnswer = {
      type: "answer",
      text: ["I look."],
      toolCalls: [{ id: "call_a", name: "shell", args }],
      usage,
    };
    const done: WireAnswer = { type: "answer", text: ["Done, ", "wörld 🌍."], usage };
    const busy = { type: "refusal", status: 529, message: "Overloaded" } as const;
    const events: UntimedEvent[] = [];
    const tell = exchangeEvents((event) => events.push(event));
    await using open = await openWire([busy, calls, busy, done], { onExchange: tell });
    const statuses: number[] = [];
    for (const body of [first, first, second, second]) {
      statuses.push((await askText(open.gateway, each, streamed, { body })).status);
    }
    expect(statuses).toEqual([529, 200, 529, 200]);
    const told = events.map((event) => {
      switch (event.type) {
        case "message":
          return [event.role, event.text];
        case "tool-call":
          return ["call", event.tool, event.input];
        case "tool-result":
          return ["result", event.tool, event.text, event.ok];
        case "usage":
          return ["usage", event.model, event.usage?.outputTokens ?? null];
        default:
          return [event.type];
      }
    });
    expect(told).toEqual([
      ["system", system],
      ["user", prompt],
      ["usage", each.modelId, null],
      ["notice"],
      ["assistant", "I look."],
      ["call", "shell", args],
      ["usage", each.modelId, usage.output],
      ["result", "shell", result, true],
      ["usage", each.modelId, null],
      ["notice"],
      ["assistant", "Done, wörld 🌍."],
      ["usage", each.modelId, usage.output],
    ]);
    expect(open.gateway.totals).toMatchObject({ calls: 4, complete: 2, failed: 2, retried: 2, refused: 0 });
  });

  test("a key that stands in the work of the agent is in no transcript", async () => {
    const key = keys[wire];
    const [body] = conversations[wire];
    const leaking = JSON.parse(JSON.stringify(body).replaceAll(/careful|wörld/g, key));
    const answer: WireAnswer = {
      type: "answer",
      text: ["The key", ` is ${key}`, "."],
      toolCalls: [{ id: `call-${key}`, name: `use-${key}`, args: { [key]: `${key}!` } }],
      usage,
    };
    await using open = await openWire(answer);
    await askText(open.gateway, each, streamed, { body: leaking });
    const kept = JSON.stringify([open.exchanges, open.charges]);
    expect(JSON.stringify(open.server.requests[0]!.headers)).toContain(key);
    expect(kept).not.toContain(key);
    expect(open.exchanges[0]).toMatchObject({
      request: { system: "You are [redacted].", news: [{ text: "Greet the [redacted] 🌍." }] },
      answer: {
        text: "The key is [redacted].",
        toolCalls: [{ name: "use-[redacted]", input: { "[redacted]": "[redacted]!" } }],
      },
    });
  });
});
