import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import type { WireAnswer, WireReply } from "../../../core/test/wire/wire.ts";
import { dataOf, SseFrames } from "../../src/gateway/sse-frames.ts";
import { type OpenWire, openBefore, openWire } from "./support/open-wire.ts";
import { startRawServer } from "./support/raw-server.ts";
import { ask, askText, everyCall, type WireCall, wireCalls } from "./support/wire-calls.ts";

const text = ["Grüße, ", "Welt 🌍", "! How", " are you?"];

/** The message of an error body or of the last event of a stream. */
function errorIn(answer: string): string {
  const frames = new SseFrames().push(Buffer.from(answer));
  const last = frames.length > 0 ? (dataOf(frames.at(-1)!) ?? "{}") : answer;
  const value = JSON.parse(last);
  return value.error?.message ?? value.response?.error?.message ?? "";
}

async function promptly<T>(work: Promise<T>): Promise<T> {
  const started = performance.now();
  const outcome = await work;
  expect(performance.now() - started).toBeLessThan(10_000);
  return outcome;
}

function oneCharge({ charges, account, exchanges }: Omit<OpenWire, "server">) {
  expect(charges).toHaveLength(1);
  expect(exchanges).toHaveLength(1);
  expect(account).toMatchObject({ calls: 1, openCalls: 0 });
  return charges[0]!;
}

describe.concurrent.each(everyCall)("$name", (each) => {
  const { streamed, usage, costUsd } = each;
  const answer: WireAnswer = { type: "answer", text, usage };

  test.each<[string, WireReply, RegExp]>([
    ["is cut midway", { ...answer, ending: { type: "cut", after: 3 } }, /broke/],
    ["lacks its end", { ...answer, ending: { type: "short" } }, /broke off|not JSON/],
    ["is garbage", { type: "garbage", body: "busy, busy, busy" }, /broke off|not JSON/],
    ["stalls midway", { ...answer, ending: { type: "stall", after: 3 } }, /stopped in the middle .* 700 ms/],
    ["never begins", { type: "silence" }, /sent nothing for 700 ms/],
    ["is a connection that breaks", { type: "hang-up" }, /connection .* broke/],
  ])("an answer that %s is an error in words, charged once as estimated", async (_, reply, words) => {
    const silent = reply.type === "silence";
    const late = silent || (reply.type === "answer" && reply.ending?.type === "stall");
    // Only the one wait is short, so that a busy machine cannot end another.
    const timeouts = silent ? { firstByteMs: 700 } : late ? { idleMs: 700 } : {};
    await using open = await openWire(reply, { timeouts });
    const response = await promptly(askText(open.gateway, each, streamed));
    expect(errorIn(response.text)).toMatch(words);
    const began = streamed && reply.type !== "silence" && reply.type !== "hang-up";
    expect(response.status).toBe(began ? 200 : late ? 504 : 502);
    const charge = oneCharge(open);
    expect(charge).toMatchObject({ status: "failed", usageKnown: "estimated", costBasis: "prices" });
    expect(charge.costUsd).toBeGreaterThan(0);
    expect(charge.costUsd).toBeLessThan(costUsd);
    expect(open.gateway.totals).toMatchObject({ calls: 1, failed: 1, complete: 0 });
    expect(open.gateway.overBudget).toBeNull();
    await vi.waitFor(() => expect(open.server.requests).toHaveLength(1), 10_000);
  });

  test.each([429, 500, 529, 401])("a refusal with %d goes on as it is and costs nothing", async (status) => {
    const reply: WireReply = { type: "refusal", status, message: "Not now", headers: { "retry-after": "7" } };
    await using open = await openWire(reply);
    const response = await ask(open.gateway, each, streamed);
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(errorIn(await response.text())).toBe("Not now");
    expect(oneCharge(open)).toMatchObject({
      status: "failed",
      usageKnown: "none",
      costUsd: 0,
      error: { status },
    });
    expect(open.exchanges[0]).toMatchObject({
      status: "failed",
      httpStatus: status,
      usage: null,
      costUsd: 0,
    });
    const told = open.exchanges[0]!.error!.message;
    expect(told).toContain(`(${new URL(open.server.url).host}) refused with status ${status}: Not now`);
    const advice = /Check the key of [a-z]+ \([A-Z_]+\); trying again will not help\.$/;
    if (status === 401) expect(told).toMatch(advice);
    else expect(told).not.toMatch(advice);
  });

  test("an agent that leaves is charged for what came, and the provider is told", async () => {
    await using open = await openWire({ ...answer, eventGapMs: 5, ending: { type: "stall", after: 2 } });
    const leaving = new AbortController();
    const asked = ask(open.gateway, each, streamed, { signal: leaving.signal });
    if (streamed) await (await asked).body!.getReader().read();
    else await vi.waitFor(() => expect(open.server.requests).toHaveLength(1), 10_000);
    leaving.abort();
    await asked.catch(() => {});
    await vi.waitFor(() => expect(open.charges).toHaveLength(1), 10_000);
    expect(oneCharge(open)).toMatchObject({
      status: "aborted",
      usageKnown: "estimated",
      error: { code: "agent-gone" },
    });
    expect(open.charges[0]!.costUsd).toBeGreaterThan(0);
    expect(open.gateway.totals).toMatchObject({ calls: 1, aborted: 1 });
    await vi.waitFor(() => expect(open.server.requests[0]?.clientGone).toBe(true), 10_000);
  });

  test("a gateway that closes ends the call and books it", async () => {
    await using open = await openWire({ ...answer, ending: { type: "stall", after: 3 } });
    const asked = askText(open.gateway, each, streamed).catch((error: Error) => error);
    await vi.waitFor(() => expect(open.server.requests).toHaveLength(1), 10_000);
    await promptly(open.gateway.close());
    const given = await asked;
    if (!(given instanceof Error)) expect(errorIn(given.text)).toMatch(/closed/);
    expect(oneCharge(open)).toMatchObject({ status: "aborted", error: { code: "gateway-closed" } });
  });

  test("what comes compressed all the same is read", async () => {
    await using plain = await openWire(answer);
    const whole = await askText(plain.gateway, each, streamed);
    await using server = await startRawServer((_, response) => {
      const type = streamed ? "text/event-stream" : "application/json";
      response.writeHead(200, { "content-type": type, "content-encoding": "gzip" });
      response.end(gzipSync(whole.text));
    });
    await using open = await openBefore(server.env);
    const response = await ask(open.gateway, each, streamed);
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(await response.text()).toBe(whole.text);
    expect(open.charges[0]?.costUsd).toBeCloseTo(costUsd, 9);
    expect(server.requests[0]?.headers["accept-encoding"]).toBe("identity");
  });
});

describe.concurrent.each(wireCalls)("$wire", (each) => {
  const answer: WireAnswer = { type: "answer", text, usage: each.usage };
  const inputKnown = each.wire === "anthropic-messages" || each.wire === "gemini";

  test("what was on the wire before a cut is in the charge", async () => {
    await using open = await openWire({ ...answer, ending: { type: "cut", after: 3 } });
    await askText(open.gateway, each, true);
    const { usage } = oneCharge(open);
    if (inputKnown) expect(usage.inputTokens).toBe(each.usage.input);
    else expect(usage.inputTokens).toBeLessThan(100);
  });

  // The first three events of Responses say nothing yet; Gemini has no more than four.
  test.each([0, each.wire === "gemini" ? 3 : 4])(
    "an overloaded server says so after %d events",
    async (after) => {
      const error = each.wire === "gemini" ? "UNAVAILABLE" : "overloaded_error";
      const ending = { type: "error" as const, after, error, message: "Overloaded" };
      await using open = await openWire({ ...answer, ending });
      const { text: given } = await askText(open.gateway, each, true);
      expect(given.match(/Overloaded/g)).toHaveLength(1);
      const charge = oneCharge(open);
      expect(charge).toMatchObject({ status: "failed", error: { code: "provider-refused" } });
      expect(charge.usageKnown).toBe(after === 0 ? "none" : "estimated");
    },
  );

  test("a connection that breaks behind the last event has done no harm", async () => {
    await using whole = await openWire(answer);
    await using open = await openWire({ ...answer, ending: { type: "cut", after: 1_000 } });
    const given = await askText(open.gateway, each, true);
    expect(given).toEqual(await askText(whole.gateway, each, true));
    expect(oneCharge(open)).toMatchObject({ status: "complete", usageKnown: "reported" });
  });

  test("an event that nobody can read is passed on and the rest is counted", async () => {
    await using open = await openWire({ ...answer, garbageFirst: "{garbage" });
    expect((await askText(open.gateway, each, true)).text).toContain("{garbage");
    expect(oneCharge(open)).toMatchObject({ status: "complete", usageKnown: "reported" });
  });

  test("a redirect is not followed, and no key goes elsewhere", async () => {
    await using elsewhere = await startRawServer((_, response) => response.end("{}"));
    await using server = await startRawServer((_, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/v1/messages` }).end();
    });
    await using open = await openBefore(server.env);
    const response = await askText(open.gateway, each, true);
    expect(response.status).toBe(502);
    expect(errorIn(response.text)).toMatch(/redirects calls/);
    expect(elsewhere.requests).toHaveLength(0);
    expect(oneCharge(open)).toMatchObject({ status: "failed", usageKnown: "none", costUsd: 0 });
  });
});

test("a server that is not there is told at once and costs nothing", async () => {
  const server = await startRawServer(() => {});
  const { env } = server;
  await server[Symbol.asyncDispose]();
  await using open = await openBefore(env);
  const response = await promptly(askText(open.gateway, wireCalls[0]!, true));
  expect(response.status).toBe(502);
  expect(errorIn(response.text)).toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1/);
  expect(oneCharge(open)).toMatchObject({ status: "failed", usageKnown: "none", costUsd: 0 });
});

test("a server that speaks no HTTP, and one whose answer never ends", async () => {
  const babble = createServer((socket) => {
    socket.on("error", () => {});
    socket.end("SSH-2.0-OpenSSH_9.2p1\r\n");
  });
  await new Promise<void>((resolve) => babble.listen(0, "127.0.0.1", resolve));
  const { port } = babble.address() as { port: number };
  await using wrong = await openBefore({
    ANTHROPIC_API_KEY: "sk-123456",
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
  });
  const first = await promptly(askText(wrong.gateway, wireCalls[0]!, false));
  expect(first.status).toBe(502);
  expect(errorIn(first.text)).toMatch(/broke/);
  babble.close();

  await using server = await startRawServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => response.write(`data: ${"x".repeat(10_000)}`), 1);
    response.on("close", () => clearInterval(timer));
  });
  await using open = await openBefore(server.env, { maxAnswerBytes: 200_000 });
  const second = await promptly(askText(open.gateway, wireCalls[0]!, true));
  expect(errorIn(second.text)).toMatch(/an event without end/);
});

test.each([
  ["101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade", "a switch to another protocol"],
  ["101 Switching Protocols", "a switch to another protocol"],
  ["099 Odd\r\nContent-Length: 0", "status 99, which is none"],
])("HTTP/1.1 %j is told at once, as %s, and costs nothing", async (head, words) => {
  const odd = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.write(`HTTP/1.1 ${head}\r\n\r\n`));
  });
  await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
  const { port } = odd.address() as { port: number };
  await using open = await openBefore({
    ANTHROPIC_API_KEY: "sk-123456",
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
  });
  const response = await promptly(askText(open.gateway, wireCalls[0]!, true));
  expect(response.status).toBe(502);
  expect(errorIn(response.text)).toContain(`answered with ${words}`);
  expect(oneCharge(open)).toMatchObject({ status: "failed", usageKnown: "none", costUsd: 0 });
  odd.close();
});

test("a server that does not speak https is told as that, and that trying again will not help", async () => {
  await using server = await startRawServer((_, response) => response.end());
  const address = server.url.replace("http:", "https:");
  await using open = await openBefore({ ...server.env, ANTHROPIC_BASE_URL: address });
  const { text } = await promptly(askText(open.gateway, wireCalls[0]!, false));
  expect(errorIn(text)).toMatch(/ does not speak https .* Set ANTHROPIC_BASE_URL to .* will not help\.$/);
  expect(oneCharge(open)).toMatchObject({ status: "failed", costUsd: 0 });
});

test("a redirect that names no place is not said to lead to where the call went", async () => {
  await using server = await startRawServer((_, response) => response.writeHead(304).end());
  await using open = await openBefore(server.env);
  const { text } = await promptly(askText(open.gateway, wireCalls[0]!, false));
  expect(errorIn(text)).toContain(`${server.url} redirects calls`);
  expect(errorIn(text)).not.toContain("/v1/messages");
});

test("a stream that trickles on forever ends with the time for a whole answer", async () => {
  await using server = await startRawServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => response.write(": ping\n\n"), 20);
    response.on("close", () => clearInterval(timer));
  });
  await using open = await openBefore(server.env, { timeouts: { totalMs: 1_500, idleMs: 1_200 } });
  const response = await promptly(askText(open.gateway, wireCalls[0]!, true));
  expect(errorIn(response.text)).toMatch(/had not finished its answer after 1\.5 s/);
});

test("an agent that reads slowly holds the provider back and is not taken for a silent provider", async () => {
  const piece = "x".repeat(64 * 1024);
  const chat = wireCalls.find(({ wire }) => wire === "openai-chat") as WireCall;
  let sent = 0;
  await using server = await startRawServer(async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const data = JSON.stringify({ choices: [{ index: 0, delta: { content: piece } }] });
    for (let at = 0; at < 800; at++) {
      sent += 1;
      if (!response.write(`data: ${data}\n\n`))
        await new Promise((resolve) => response.once("drain", resolve));
    }
    response.end(
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n' +
        'data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":9}}\n\ndata: [DONE]\n\n',
    );
  });
  await using open = await openBefore(server.env, { timeouts: { idleMs: 1_000 } });
  const reader = (await ask(open.gateway, chat, true)).body!.getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  // What fits into the buffers of two connections, and no more.
  expect(sent).toBeLessThan(800);
  for (;;) if ((await reader.read()).done) break;
  expect(open.charges[0]).toMatchObject({ status: "complete", usage: { inputTokens: 5, outputTokens: 9 } });
});
