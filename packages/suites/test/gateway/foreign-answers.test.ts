import { describe, expect, test } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { openBefore, openWire } from "./support/open-wire.ts";
import { startRawServer } from "./support/raw-server.ts";
import { askText, everyCall, wireCalls } from "./support/wire-calls.ts";

/** A gateway before a server that says that all went well, and sends this. */
async function openBeforeBody(body: string, type: string) {
  const server = await startRawServer((_, response) => {
    response.writeHead(200, { "content-type": type }).end(body);
  });
  const open = await openBefore(server.env);
  return {
    ...open,
    host: new URL(server.url).host,
    async [Symbol.asyncDispose]() {
      await open.gateway.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const page = "<!doctype html><html><body><h1>Log in to the network</h1></body></html>";

describe.each(everyCall)("$name", (each) => {
  const { streamed } = each;

  test.each([
    ["the page of a proxy", page, "text/html; charset=utf-8", "Log in to the network"],
    ["such a page under another name", page, "application/json", "Log in to the network"],
    ["an error of somebody in between", '{"error":"no such route"}', "application/json", "no such route"],
    ["an error with fields of its own", '{"error":{"detail":"tenant unknown"}}', "application/json", ""],
  ])("%s costs nothing, and says who sent what", async (_, body, type, words) => {
    await using open = await openBeforeBody(body, type);
    const { status, text } = await askText(open.gateway, each, streamed);
    expect(open.charges).toHaveLength(1);
    expect(open.charges[0]).toMatchObject({ status: "failed", usageKnown: "none", costUsd: 0 });
    expect(open.gateway.totals).toMatchObject({ failed: 1, complete: 0, costUsd: 0 });
    const [exchange] = open.exchanges;
    expect(exchange).toMatchObject({ usage: null, costUsd: 0, error: { retryable: true } });
    expect(exchange!.error!.message).toContain(open.host);
    expect(exchange!.error!.message).toContain(words);
    // The agent hears of it in the words of its wire, or in those of whoever answered.
    expect([200, 502]).toContain(status);
    expect(text).toContain(words);
  });

  test("what may have been the start of an answer is estimated", async () => {
    await using open = await openBeforeBody('{"choices": [{"mess', "application/json");
    expect((await askText(open.gateway, each, streamed)).status).toBe(502);
    expect(open.charges[0]).toMatchObject({ status: "failed", usageKnown: "estimated" });
    expect(open.charges[0]!.costUsd).toBeGreaterThan(0);
  });
});

/** How each wire tells of an error inside a stream. */
const errorEvents: Record<string, string> = {
  "anthropic-messages":
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"tenant unknown"}}\n\n',
  "openai-responses":
    'event: error\ndata: {"type":"error","code":"server_error","message":"tenant unknown"}\n\n',
  "openai-chat": 'data: {"error":{"message":"tenant unknown"}}\n\ndata: [DONE]\n\n',
  gemini: 'data: {"error":{"code":503,"message":"tenant unknown","status":"UNAVAILABLE"}}\n\n',
};

describe.each(wireCalls)("events as the answer to a plain request, $wire", (each) => {
  test.each(["application/json", "text/plain", "text/event-stream"])(
    "an error alone, called %s, costs nothing and is told in its own words",
    async (type) => {
      await using open = await openBeforeBody(errorEvents[each.wire]!, type);
      const { text } = await askText(open.gateway, each, false);
      expect(open.charges).toHaveLength(1);
      expect(open.charges[0]).toMatchObject({ status: "failed", usageKnown: "none", costUsd: 0 });
      expect(open.charges[0]).not.toHaveProperty("mostUsd");
      const [exchange] = open.exchanges;
      expect(exchange).toMatchObject({ usage: null, costUsd: 0, error: { code: "provider-refused" } });
      expect(exchange!.error!.message).toContain("refused: tenant unknown");
      expect(text).toContain("tenant unknown");
    },
  );

  test("an error after words of a model is estimated", async () => {
    const answer: WireAnswer = { type: "answer", text: ["Hello ", "there"], usage: each.usage };
    await using plain = await openWire({ ...answer, ending: { type: "short" } });
    const { text: words } = await askText(plain.gateway, each, true);
    const body = words + errorEvents[each.wire];
    await using open = await openBeforeBody(body, "application/json");
    await askText(open.gateway, each, false);
    expect(open.charges[0]).toMatchObject({ status: "failed", usageKnown: "estimated" });
    expect(open.charges[0]!.costUsd).toBeGreaterThan(0);
  });
});

test("zeros beside an error are no count", async () => {
  const chat = wireCalls.find(({ wire }) => wire === "openai-chat")!;
  const body = { error: { message: "tenant unknown" }, choices: [], usage: { prompt_tokens: 0 } };
  await using open = await openBeforeBody(JSON.stringify(body), "application/json");
  await askText(open.gateway, chat, false);
  expect(open.charges[0]).toMatchObject({ status: "failed", usageKnown: "none", costUsd: 0 });
});

test("nothing is called nothing", async () => {
  await using open = await openBeforeBody("", "application/json");
  await askText(open.gateway, wireCalls[0]!, false);
  expect(open.exchanges[0]!.error!.message).toContain(`(${open.host}) answered with nothing at all.`);
});

describe.each(wireCalls)("$wire", (each) => {
  test.each(["application/json", "text/plain", ""])("a stream that calls itself %j is one", async (type) => {
    const answer: WireAnswer = { type: "answer", text: ["Hello ", "there"], usage: each.usage };
    await using plain = await openWire(answer);
    const whole = await askText(plain.gateway, each, true);
    await using open = await openBeforeBody(whole.text, type);
    expect(await askText(open.gateway, each, true)).toEqual(whole);
    expect(open.charges[0]).toMatchObject({ status: "complete", usageKnown: "reported" });
    expect(open.charges[0]!.costUsd).toBeCloseTo(each.costUsd, 9);
    expect(open.exchanges[0]).toMatchObject({ answer: { text: "Hello there" } });
  });
});
