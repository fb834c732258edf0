import { describe, expect, test } from "vitest";
import { openBefore } from "./support/open-wire.ts";
import { startRawServer } from "./support/raw-server.ts";

type Sent = Record<string, any>;

/** Sends one request through a strict gateway to a provider that answers with what `answer` makes of the request. */
async function send(
  path: string,
  body: string,
  limitUsd: number,
  answer: (body: Sent, text: string) => unknown,
) {
  await using server = await startRawServer((_, response, text) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer(JSON.parse(text), text)));
  });
  await using open = await openBefore(server.env, { limit: { limitUsd, strict: true } });
  const response = await fetch(`${open.gateway.url}${path}`, { method: "POST", body });
  const said = await response.text();
  expect(open.account.spentUsd).toBeLessThanOrEqual(limitUsd);
  return { status: response.status, said, sent: server.requests.map(({ body: text }) => text) };
}

const claude = { model: "claude-sonnet-4-5", max_tokens: 100 };
const message = (usage: object) => ({
  ...{ type: "message", id: "m", role: "assistant", content: [{ type: "text", text: "ok" }] },
  ...{ stop_reason: "end_turn", usage },
});
const gemini = "/v1beta/models/gemini-2.5-flash:generateContent";
const candidates = [{ content: { role: "model", parts: [{ text: "ok" }] }, finishReason: "STOP" }];
const question = { contents: [{ role: "user", parts: [{ text: "x" }] }] };

describe("a strict budget is not passed", () => {
  test("by a text that poses as an image", async () => {
    const data = "word ".repeat(400_000);
    const input = { source: { media_type: "image/png", data } };
    const messages = [{ role: "assistant", content: [{ type: "tool_use", id: "a", name: "t", input }] }];
    const body = JSON.stringify({ ...claude, messages });
    const { status, sent } = await send("/v1/messages", body, 0.2, (_, text) =>
      message({ input_tokens: Math.ceil(text.length / 4), output_tokens: 5 }),
    );
    expect(status).toBe(402);
    expect(sent).toHaveLength(0);
  });

  test.each(['"1h"', '"\\u0031h"'])("by a cache for an hour, spelled %s", async (ttl) => {
    const block = `{"type":"text","text":"${"7".repeat(60_000)}","cache_control":{"type":"ephemeral","ttl":${ttl}}}`;
    const body = `{"model":"claude-sonnet-4-5","max_tokens":10,"messages":[{"role":"user","content":[${block}]}]}`;
    const { status } = await send("/v1/messages", body, 0.25, () =>
      message({
        ...{ input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 60_000 },
        cache_creation: { ephemeral_1h_input_tokens: 60_000 },
      }),
    );
    expect(status).toBe(402);
  });

  test.each<[string, object]>([
    ["candidateCount", { maxOutputTokens: 3_000, candidateCount: "8" }],
    ["a limit under its other name", { max_output_tokens: "24000" }],
  ])("by a number that is written as a text: %s", async (_, generationConfig) => {
    const body = JSON.stringify({ ...question, generationConfig });
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 24_000 };
    const { status, sent } = await send(gemini, body, 0.01, () => ({ candidates, usageMetadata }));
    expect(status).toBe(402);
    expect(sent).toHaveLength(0);
  });

  test("by a field that is there twice", async () => {
    const body = `{"max_tokens":60000,"model":"claude-sonnet-4-5","messages":[],"max_tokens":10}`;
    const { status, sent } = await send("/v1/messages", body, 0.05, () =>
      message({ input_tokens: 10, output_tokens: 10 }),
    );
    expect(status).toBe(200);
    expect(sent[0]).toContain('"max_tokens":10');
    expect(sent[0]).not.toContain("60000");
  });

  test.each<[string, string, object]>([
    [
      "/v1/messages",
      "mcp_servers",
      { ...claude, messages: [], mcp_servers: [{ type: "url", url: "https://x" }] },
    ],
    ["/v1/responses", "prompt", { model: "gpt-5-mini", prompt: { id: "p" } }],
    [
      "/v1/responses",
      "item_reference",
      { model: "gpt-5-mini", input: [{ type: "item_reference", id: "m" }] },
    ],
    [gemini, "cachedContent", { ...question, cachedContent: "cachedContents/a" }],
    [gemini, "url_context", { ...question, tools: [{ url_context: {} }] }],
  ])("by what is not in the request: %s %s", async (path, field, body) => {
    const { status, said, sent } = await send(path, JSON.stringify(body), 5, () => ({}));
    expect(status).toBe(path === "/v1/responses" ? 400 : 402);
    expect(said).toContain(field);
    expect(said).toContain("give up the strict budget");
    expect(sent).toHaveLength(0);
  });
});

test("without strictness it goes on, and counts as the provider says", async () => {
  const usageMetadata = { promptTokenCount: 10, toolUsePromptTokenCount: 990, candidatesTokenCount: 5 };
  await using server = await startRawServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ candidates, usageMetadata }));
  });
  await using open = await openBefore(server.env, { limit: { limitUsd: 1 } });
  const body = JSON.stringify({ ...question, cachedContent: "c", tools: [{ url_context: {} }] });
  await (await fetch(`${open.gateway.url}${gemini}`, { method: "POST", body })).text();
  expect(server.requests[0]!.body).toBe(body);
  expect(open.charges[0]).toMatchObject({ usageKnown: "reported", usage: { inputTokens: 1_000 } });
});
