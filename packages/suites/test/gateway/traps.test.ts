import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { openBefore, openWire } from "./support/open-wire.ts";
import { rawKeys, startRawServer } from "./support/raw-server.ts";
import { ask, askText, wireCalls } from "./support/wire-calls.ts";

const text = ["Grüße, ", "Welt 🌍"];
const answer = (wire: (typeof wireCalls)[number]): WireAnswer => ({
  type: "answer",
  text,
  usage: wire.usage,
});
const byName = (name: string) => wireCalls.find(({ wire }) => wire === name)!;

test("the usage of a Chat stream is always asked for, and hidden from who did not", async () => {
  const chat = byName("openai-chat");
  await using open = await openWire(answer(chat));
  const wanted = await askText(open.gateway, chat, true);
  const plain = await askText(open.gateway, chat, true, { body: { stream_options: undefined } });
  const partly = await askText(open.gateway, chat, true, {
    body: { stream_options: { include_usage: false, include_obfuscation: false } },
  });
  expect(open.server.requests.map(({ body }) => body.stream_options)).toEqual([
    { include_usage: true },
    { include_usage: true },
    { include_usage: true, include_obfuscation: false },
  ]);
  const frames = (given: { text: string }) => given.text.split("\n\n").filter((frame) => frame !== "");
  const usageFrames = (given: { text: string }) =>
    frames(given).filter((frame) => frame.includes("prompt_tokens"));
  expect(usageFrames(wanted)).toHaveLength(1);
  for (const given of [plain, partly]) {
    expect(usageFrames(given)).toHaveLength(0);
    expect(frames(given)).toHaveLength(frames(wanted).length - 1);
    expect(frames(given).at(-1)).toBe("data: [DONE]");
  }
  for (const charge of open.charges) expect(charge.costUsd).toBeCloseTo(chat.costUsd, 9);
});

test.each(wireCalls)(
  "$wire: an agent that leaves with the last event has had a whole answer",
  async (each) => {
    const whole = await (async () => {
      await using open = await openWire(answer(each));
      return (await askText(open.gateway, each, true)).text;
    })();
    const frames = whole.split(/(?<=\n\n)/);
    const isChat = each.wire === "openai-chat";
    await using server = await startRawServer(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      // Everything but the end of the connection; of Chat also without the count, which comes a little later.
      for (const frame of isChat ? frames.slice(0, -2) : frames) response.write(frame);
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (isChat) for (const frame of frames.slice(-2)) response.write(frame);
    });
    await using open = await openBefore(server.env);
    const reader = (await ask(open.gateway, each, true)).body!.getReader();
    const last = isChat ? '"finish_reason":"stop"' : frames.at(-1)!.slice(-40);
    let seen = "";
    while (!seen.includes(last)) seen += Buffer.from((await reader.read()).value!).toString();
    await reader.cancel();
    await vi.waitFor(() => expect(open.charges).toHaveLength(1), 10_000);
    expect(open.charges[0]).toMatchObject({ status: "complete", usageKnown: "reported" });
    expect(open.charges[0]!.costUsd).toBeCloseTo(each.costUsd, 9);
    // As soon as it is counted; two seconds are for those that never count.
    expect(open.charges[0]!.latencyMs).toBeLessThan(2_000);
    expect(open.gateway.totals).toMatchObject({ complete: 1, aborted: 0 });
  },
);

test("retries of the agent are seen", async () => {
  const anthropic = byName("anthropic-messages");
  const busy = { type: "refusal", status: 529 } as const;
  await using open = await openWire([busy, { type: "hang-up" }, answer(anthropic), answer(anthropic)]);
  // Agents change how they ask when they try again, not what they say.
  for (let turn = 0; turn < 4; turn++) {
    await askText(open.gateway, anthropic, true, {
      body: { stream: turn !== 1, metadata: { user_id: `${turn}` } },
    });
  }
  expect(open.exchanges.map(({ status, retryOf }) => [status, retryOf])).toEqual([
    ["failed", null],
    ["failed", 1],
    ["complete", 2],
    // The same again after a success is no retry.
    ["complete", null],
  ]);
  expect(open.gateway.totals).toMatchObject({ calls: 4, failed: 2, retried: 2, complete: 2 });
});

test("dearer lanes are not taken, and what cannot be counted is not sent", async () => {
  const responses = byName("openai-responses");
  await using open = await openWire(answer(responses));
  await askText(open.gateway, responses, true, { body: { service_tier: "priority" } });
  await askText(open.gateway, responses, true, { body: { service_tier: "flex" } });
  expect(open.server.requests.map(({ body }) => body.service_tier)).toEqual([undefined, "flex"]);
  const behind = await askText(open.gateway, responses, false, { body: { background: true } });
  expect(behind.status).toBe(400);
  expect(behind.text).toMatch(/in the background cannot be counted/);
  expect(open.server.requests).toHaveLength(2);

  await using strict = await openWire(answer(responses), { limit: { strict: true, limitUsd: 5 } });
  const kept = await askText(strict.gateway, responses, false, { body: { previous_response_id: "resp_1" } });
  expect(kept.status).toBe(400);
  expect(strict.server.requests).toHaveLength(0);
});

describe("questions that are no calls", () => {
  test("which models there are is answered without asking anybody", async () => {
    await using server = await startRawServer((_, response) => response.end("{}"));
    await using open = await openBefore(server.env, { model: "anthropic/claude-sonnet-4-5" });
    const { url } = open.gateway;
    const get = async (path: string, headers = {}) => (await fetch(`${url}${path}`, { headers })).json();
    expect(await get("/v1/models")).toMatchObject({ object: "list", data: [{ id: "claude-sonnet-4-5" }] });
    expect(await get("/v1/models", { "anthropic-version": "2023-06-01" })).toMatchObject({
      data: [{ type: "model", id: "claude-sonnet-4-5" }],
      has_more: false,
    });
    expect(await get("/v1beta/models")).toMatchObject({ models: [{ name: "models/claude-sonnet-4-5" }] });
    expect(await get("/v1/models/some-model")).toMatchObject({ id: "some-model" });
    expect((await fetch(`${url}/api/hello`, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    expect(server.requests).toHaveLength(0);
    expect(open.gateway.totals).toMatchObject({ probes: 6, calls: 0, refused: 0 });
  });

  test("the length of a prompt is asked of whose wire it is, and costs nothing", async () => {
    await using server = await startRawServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"input_tokens":12}');
    });
    await using open = await openBefore(server.env, { limit: { limitUsd: 0 } });
    const { url } = open.gateway;
    const post = (path: string, body: unknown) =>
      fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) });
    const counted = await post("/v1/messages/count_tokens?beta=true", {
      model: "claude-sonnet-4-5",
      messages: [],
    });
    expect(await counted.json()).toEqual({ input_tokens: 12 });
    expect((await post("/v1beta/models/gemini-2.5-pro:countTokens?key=dummy", { contents: [] })).status).toBe(
      200,
    );
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/v1/messages/count_tokens?beta=true",
      "/v1beta/models/gemini-2.5-pro:countTokens",
    ]);
    expect(server.requests[0]!.headers["x-api-key"]).toBe(rawKeys[0]);
    expect(open.gateway.totals).toMatchObject({ counts: 2, calls: 0 });
    expect(open.charges).toHaveLength(0);

    await using other = await openBefore(
      { ...server.env, OPENROUTER_API_KEY: "or-123456" },
      { model: "openrouter/anthropic/claude-sonnet-4.5" },
    );
    const none = await fetch(`${other.gateway.url}/v1/messages/count_tokens`, {
      method: "POST",
      body: JSON.stringify({ model: "claude", messages: [] }),
    });
    expect(none.status).toBe(404);
    expect(server.requests).toHaveLength(2);
  });

  test("a switch to WebSocket is refused at once", async () => {
    await using open = await openWire(answer(byName("openai-responses")));
    const { port, key } = open.gateway;
    const said = await new Promise<string>((resolve) => {
      const socket = connect({ host: "127.0.0.1", port });
      let given = "";
      socket.on("data", (chunk) => {
        given += chunk;
        if (given.includes("}")) socket.destroy();
      });
      socket.on("close", () => resolve(given));
      socket.write(
        `GET /${key}/v1/responses HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
          "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      );
    });
    expect(said).toMatch(/^HTTP\/1\.1 426 /);
    expect(said).toMatch(/no_websocket/);
    expect(open.gateway.totals.upgrades).toBe(1);
  });
});

describe("what is sent on", () => {
  test("hop-by-hop headers and whoever pays stay here; the rest goes on", async () => {
    await using server = await startRawServer((_, response) => {
      response
        .writeHead(429, {
          "content-type": "application/json",
          connection: "x-private",
          "x-private": "1",
          "set-cookie": "a=b",
          "retry-after": "3",
          "anthropic-ratelimit-requests-remaining": "0",
        })
        .end('{"error":{"message":"slow down"}}');
    });
    await using open = await openBefore(server.env);
    const response = await fetch(`${open.gateway.url}/v1/messages?beta=true&key=dummy&x=1`, {
      method: "POST",
      headers: {
        "x-api-key": "dummy",
        authorization: "Bearer dummy",
        "anthropic-version": "2023-06-01",
        "anthropic-beta": "a,b",
        "openai-organization": "org",
        cookie: "a=b",
        "x-forwarded-for": "1.2.3.4",
        "proxy-authorization": "Basic x",
        "accept-encoding": "gzip, br",
        "user-agent": "agent/1",
        "x-stainless-retry-count": "1",
      },
      body: JSON.stringify(byName("anthropic-messages").body(false)),
    });
    const sent = server.requests[0]!;
    expect(sent.path).toBe("/v1/messages?beta=true");
    expect(sent.headers).toMatchObject({
      "x-api-key": rawKeys[0],
      "anthropic-version": "2023-06-01",
      "anthropic-beta": "a,b",
      "accept-encoding": "identity",
      "user-agent": "agent/1",
      "x-stainless-retry-count": "1",
    });
    for (const name of [
      "authorization",
      "openai-organization",
      "cookie",
      "x-forwarded-for",
      "proxy-authorization",
    ]) {
      expect(sent.headers).not.toHaveProperty(name);
    }
    expect(sent.headers.host).toBe(new URL(server.url).host);
    expect(response.headers.get("retry-after")).toBe("3");
    expect(response.headers.get("anthropic-ratelimit-requests-remaining")).toBe("0");
    expect(response.headers.get("x-private")).toBeNull();
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  test.each(wireCalls)("$wire: one key, the provider's, wherever the agent puts its own", async (each) => {
    await using open = await openWire(answer(each));
    const { key } = open.gateway;
    const headers = {
      authorization: `Bearer ${key}`,
      "x-api-key": key,
      "x-goog-api-key": key,
      "api-key": key,
    };
    expect((await askText(open.gateway, each, true, { headers })).status).toBe(200);
    const sent = open.server.requests[0]!.headers;
    expect(JSON.stringify(sent)).not.toContain(key);
    const keyed = Object.keys(headers).filter((name) => sent[name] !== undefined);
    expect(keyed).toHaveLength(1);
    expect(sent[keyed[0]!]).toMatch(/^(Bearer )?key-of-/);
  });

  test("requests that are compressed, too large or no JSON", async () => {
    const { gzipSync, brotliCompressSync } = await import("node:zlib");
    const anthropic = byName("anthropic-messages");
    await using open = await openWire(answer(anthropic), { maxRequestBytes: 50_000 });
    const body = JSON.stringify(anthropic.body(false));
    const post = (bytes: Uint8Array | string, headers: Record<string, string> = {}) =>
      fetch(`${open.gateway.url}/v1/messages`, { method: "POST", headers, body: Buffer.from(bytes) });
    expect((await post(gzipSync(body), { "content-encoding": "gzip" })).status).toBe(200);
    expect((await post(brotliCompressSync(body), { "content-encoding": "br" })).status).toBe(200);
    expect(open.server.requests[0]!.headers["content-encoding"]).toBeUndefined();
    for (const [bytes, headers, status] of [
      [gzipSync("x".repeat(10_000_000)), { "content-encoding": "gzip" }, 413],
      ["x".repeat(60_000), {}, 413],
      ["not gzip", { "content-encoding": "gzip" }, 400],
      [body, { "content-encoding": "wonder" }, 400],
      ["[1]", {}, 400],
      ["{", {}, 400],
    ] as const) {
      const response = await post(bytes, headers);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ type: "error" });
    }
    expect(open.server.requests).toHaveLength(2);
  });
});

test("a missing key is told once, to the agent and to who runs it, and is no matter of budget", async () => {
  await using open = await openBefore({});
  for (const each of wireCalls) {
    const { status, text: said } = await askText(open.gateway, each, true);
    expect(status).toBe(each.finalStatus);
    expect(said).toMatch(/which is not set/);
  }
  expect(open.gateway).toMatchObject({ overBudget: null, refusal: { code: "missing-key" } });
  expect(open.gateway.refusal?.message).toMatch(/ANTHROPIC_API_KEY/);
  expect(open.gateway.totals).toMatchObject({ calls: 0, refused: 4 });
});
