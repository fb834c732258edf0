import { expect, test } from "vitest";
import { startWireServer, type WireServer } from "./start-wire-server.ts";
import type { WireReply } from "./wire.ts";

const answer = (text: string): WireReply => ({
  type: "answer",
  text: [text],
  usage: { input: 5, output: 2 },
});
const post = (server: WireServer, path: string, body: unknown) =>
  fetch(`${server.url}${path}`, { method: "POST", body: JSON.stringify(body) });

test("replies go out one after the other, and a refusal when none is left", async () => {
  await using server = await startWireServer({ reply: [answer("one"), answer("two")] });
  const texts: unknown[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const response = await post(server, "/v1/messages", { model: "claude-x" });
    const body = (await response.json()) as any;
    texts.push([response.status, body.content?.[0].text ?? body.error.message]);
  }
  expect(texts).toEqual([
    [200, "one"],
    [200, "two"],
    [500, "No reply is left"],
  ]);
  expect(server.billed).toEqual({ input: 10, output: 4, cacheRead: 0, cacheWrite: 0, reasoning: 0 });
  expect(server.requests.map((request) => request.requestId)).toEqual([
    "req_000000000001",
    "req_000000000002",
    "req_000000000003",
  ]);
});

test("a function sees the request and says what to answer; one server speaks all wires", async () => {
  await using server = await startWireServer({ reply: ({ wire, model }) => answer(`${wire} ${model}`) });
  const paths = [
    ["/v1/messages", "anthropic-messages a"],
    ["/v1/responses", "openai-responses a"],
    ["/v1/chat/completions", "openai-chat a"],
    ["/v1beta/models/a:generateContent", "gemini a"],
  ] as const;
  for (const [path, text] of paths) {
    expect(await (await post(server, path, { model: "a" })).text()).toContain(text);
  }
});

test("an unknown path is not answered and not written down", async () => {
  await using server = await startWireServer({ reply: answer("one") });
  expect((await post(server, "/v1/embeddings", {})).status).toBe(404);
  expect((await fetch(`${server.url}/v1/messages`)).status).toBe(404);
  expect(server.requests).toEqual([]);
});

test("disposing of it ends what still hangs", async () => {
  let url = "";
  const hanging = await (async () => {
    await using server = await startWireServer({ reply: { type: "silence" } });
    url = server.url;
    const outcome = post(server, "/v1/messages", {}).catch((error: Error) => error);
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return { outcome };
  })();
  expect(await hanging.outcome).toBeInstanceOf(TypeError);
  await expect(fetch(url)).rejects.toThrow();
});
