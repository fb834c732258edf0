import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { Retries } from "../../src/gateway/retries.ts";
import { allWires } from "../../src/gateway/wires/all-wires.ts";
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

  test.each(["[", '{"a":'])("a request that is nested without end is not sent: %s", async (open) => {
    const answer: WireAnswer = { type: "answer", text: ["Yes."], usage: call.usage };
    await using wire = await openWire(answer);
    const close = open === "[" ? "]" : "}";
    const deep = open.repeat(20_000) + (open === "[" ? "" : "1") + close.repeat(20_000);
    const body = JSON.stringify({ ...call.body(false), metadata: "HERE" }).replace('"HERE"', deep);
    const response = await fetch(`${wire.gateway.url}${call.path(false)}`, { method: "POST", body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("nested deeper than 500 levels");
    expect(wire.server.requests).toHaveLength(0);
    expect(wire.gateway.underWay).toBe(0);
  });
});

test("a request of a few bytes that becomes millions of values is not read", async () => {
  const [call] = wireCalls;
  await using wire = await openWire({ type: "answer", text: ["Yes."], usage: call!.usage });
  const body = gzipSync(`{"model":"m","messages":[${"{},".repeat(1_000_000)}{}]}`);
  const headers = { "content-encoding": "gzip" };
  const parse = vi.spyOn(JSON, "parse");
  try {
    const url = `${wire.gateway.url}${call!.path(false)}`;
    const response = await fetch(url, { method: "POST", headers, body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("more than 250000 values");
    expect(Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length))).toBeLessThan(1_000_000);
    expect(wire.server.requests).toHaveLength(0);
  } finally {
    parse.mockRestore();
  }
});

test("requests that are too large together wait for each other", async () => {
  const [call] = wireCalls;
  const answer: WireAnswer = { type: "answer", text: ["Yes."], usage: call!.usage };
  await using wire = await openWire(answer, { maxRequestBytes: 100_000 });
  const url = `${wire.gateway.url}${call!.path(false)}`;
  const body = JSON.stringify({ ...call!.body(false), metadata: { user_id: "x".repeat(60_000) } });
  const post = async () => {
    const response = await fetch(url, { method: "POST", body });
    return { status: response.status, text: await response.text() };
  };
  // Three that are never sent to their end hold most of the room.
  const halves = [1, 2, 3].map(() => {
    const half = request(url, { method: "POST", headers: { "content-length": 90_000 } });
    half.on("error", () => {});
    half.write("x".repeat(60_000));
    return half;
  });
  await expect.poll(post).toMatchObject({ status: 503, text: expect.stringContaining("too large together") });
  for (const half of halves) half.destroy();
  await expect.poll(post).toMatchObject({ status: 200 });
});

test("a call that is on its way ends in one charge and one exchange, whatever breaks in the books", async () => {
  const [call] = wireCalls;
  const tooDeep = () => {
    throw new RangeError("Maximum call stack size exceeded");
  };
  const broken = vi.spyOn(Retries.prototype, "digest").mockImplementation(tooDeep);
  const unsaid = vi.spyOn(allWires[call!.wire], "summary").mockImplementationOnce(tooDeep);
  try {
    await using open = await openWire({ type: "answer", text: ["Yes."], usage: call!.usage });
    const body = JSON.stringify(call!.body(false));
    const response = await fetch(`${open.gateway.url}${call!.path(false)}`, { method: "POST", body });
    expect(response.status).toBe(200);
    await response.text();
    await expect.poll(() => open.exchanges).toHaveLength(1);
    expect(broken).toHaveBeenCalled();
    expect(unsaid).toHaveBeenCalled();
    expect(open.charges).toMatchObject([{ status: "complete" }]);
    expect(open.gateway.underWay).toBe(0);
  } finally {
    broken.mockRestore();
    unsaid.mockRestore();
  }
});
