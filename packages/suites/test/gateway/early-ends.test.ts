import { expect, test, vi } from "vitest";
import { openBefore } from "./support/open-wire.ts";
import { startRawServer } from "./support/raw-server.ts";
import { ask, wireCalls } from "./support/wire-calls.ts";

const piece = "word ".repeat(200);

/** Streams `first`, then pieces of the model until it is cut off, and gives what the books say. */
async function stream(wire: string, body: object, first: readonly object[], each: object, most = 400) {
  const call = wireCalls.find(({ wire: name }) => name === wire)!;
  let pieces = 0;
  await using server = await startRawServer(async (_, response) => {
    response.setHeader("content-type", "text/event-stream");
    for (const event of first) response.write(`data: ${JSON.stringify(event)}\n\n`);
    for (; pieces < most && !response.destroyed; pieces++) {
      response.write(`data: ${JSON.stringify(each)}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    response.end();
  });
  await using open = await openBefore(server.env, { limit: { limitUsd: 0.01 } });
  const response = await ask(open.gateway, call, true, { body: { ...body } });
  await response.text();
  await vi.waitFor(() => expect(open.charges).toHaveLength(1), 10_000);
  return { pieces, charge: open.charges[0]!, overBudget: open.gateway.overBudget };
}

test.each<[string, string, object, readonly object[], object]>([
  [
    "openai-chat, when the first of two answers ends at once",
    "openai-chat",
    { n: 2 },
    [{ choices: [{ index: 0, delta: { content: "a" }, finish_reason: "stop" }] }],
    { choices: [{ index: 1, delta: { content: piece } }] },
  ],
  [
    "openai-chat, when more follows the end",
    "openai-chat",
    {},
    [
      {
        choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
        usage: { prompt_tokens: 1, completion_tokens: 1 },
      },
    ],
    { choices: [{ index: 0, delta: { content: piece } }] },
  ],
  [
    "anthropic-messages, when it is counted early",
    "anthropic-messages",
    {},
    [
      { type: "message_start", message: { id: "m", usage: { input_tokens: 10, output_tokens: 1 } } },
      { type: "message_delta", delta: {}, usage: { output_tokens: 2 } },
    ],
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } },
  ],
  [
    "gemini, when the first of two answers ends at once",
    "gemini",
    { generationConfig: { candidateCount: 2 } },
    [
      {
        candidates: [{ index: 0, content: { parts: [{ text: "a" }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1 },
      },
    ],
    { candidates: [{ index: 1, content: { parts: [{ text: piece }] } }] },
  ],
])("a stream is cut off when it passes the limit: %s", async (_, wire, body, first, each) => {
  const { pieces, charge, overBudget } = await stream(wire, body, first, each);
  expect(overBudget).toMatchObject({ code: "budget-exceeded" });
  expect(pieces).toBeLessThan(200);
  expect(charge).toMatchObject({ status: "aborted", usageKnown: "estimated" });
  expect(charge.usage.outputTokens).toBeGreaterThan(500);
  // What has been seen, and a few pieces more that were on their way.
  expect(charge.costUsd).toBeGreaterThan(0.0099);
  expect(charge.costUsd).toBeLessThan(0.1);
});
