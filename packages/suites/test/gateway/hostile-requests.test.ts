import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { openWire } from "./support/open-wire.ts";
import { wireCalls } from "./support/wire-calls.ts";

/** What cannot be made a text of: asked for one, it throws. */
const unspeakable = { toString: 1, valueOf: 1 };

const hostile: Readonly<Record<string, Record<string, unknown>>> = {
  "anthropic-messages": {
    messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: unspeakable, content: "x" }] }],
  },
  "openai-chat": { messages: [{ role: "tool", tool_call_id: unspeakable, content: "x" }] },
  "openai-responses": { input: [{ type: "function_call_output", call_id: unspeakable, output: "x" }] },
  gemini: {
    contents: [{ role: "user", parts: [{ functionResponse: { id: unspeakable, name: unspeakable } }] }],
  },
};

describe.each(wireCalls)("$wire", (call) => {
  test("a request whose parts cannot be made a text of is answered, counted and told", async () => {
    const answer: WireAnswer = { type: "answer", text: ["Yes."], usage: call.usage };
    await using open = await openWire(answer);
    const body = JSON.stringify({ ...call.body(false), ...hostile[call.wire] });
    const response = await fetch(`${open.gateway.url}${call.path(false)}`, { method: "POST", body });
    expect(response.status).toBe(200);
    await response.text();
    await expect.poll(() => open.exchanges).toHaveLength(1);
    expect(open.charges).toMatchObject([{ status: "complete" }]);
  });
});
