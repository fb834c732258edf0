import { createAccount } from "@flow-state-dev/core";
import { describe, expect, test, vi } from "vitest";
import type { WireAnswer } from "../../../core/test/wire/wire.ts";
import { openBefore, openWire } from "./support/open-wire.ts";
import { startRawServer } from "./support/raw-server.ts";
import { ask, askText, wireCalls } from "./support/wire-calls.ts";

/** A thousand tokens, at four bytes each. */
const piece = "word".repeat(1_000);

describe.each(wireCalls)("$wire", (each) => {
  test("a stream that passes the limit by itself is cut off while it flows", async () => {
    const answer: WireAnswer = {
      type: "answer",
      text: Array.from({ length: 400 }, () => piece),
      usage: { input: 10, output: 400_000, cacheRead: 0, reasoning: 0 },
      eventGapMs: 3,
    };
    // From two dollars a million tokens to fifteen: three to twenty of the four hundred pieces.
    await using open = await openWire(answer, { limit: { limitUsd: 0.04 } });
    const { status, text } = await askText(open.gateway, each, true);
    expect(status).toBe(200);
    const pieces = text.split(piece).length - 1;
    expect(pieces).toBeGreaterThan(0);
    expect(pieces).toBeLessThan(200);
    expect(text.slice(text.lastIndexOf("data: "))).toMatch(/"error".*cell is spent/);
    expect(open.charges).toHaveLength(1);
    expect(open.charges[0]).toMatchObject({
      status: "aborted",
      usageKnown: "estimated",
      error: { code: "budget-exceeded" },
    });
    expect(open.account.spentUsd).toBeGreaterThan(0.04);
    expect(open.account.spentUsd).toBeLessThan(200 * 1_000 * 15e-6);
    expect(open.gateway.overBudget).toMatchObject({ code: "budget-exceeded", account: "cell" });
    expect(open.gateway.budgetSignal.aborted).toBe(true);
    await vi.waitFor(() => expect(open.server.requests[0]?.clientGone).toBe(true), 10_000);
    expect((await askText(open.gateway, each, true)).status).toBe(each.finalStatus);
    expect(open.server.requests).toHaveLength(1);
  });
});

describe.each(wireCalls)("$wire, when an agent leaves before anything has come", (each) => {
  async function leave(limit: { limitUsd: number; strict: boolean }) {
    await using open = await openWire({ type: "silence" }, { limit });
    const leaving = new AbortController();
    const asked = ask(open.gateway, each, false, { signal: leaving.signal });
    await vi.waitFor(() => expect(open.server.requests).toHaveLength(1), 10_000);
    leaving.abort();
    await asked.catch(() => {});
    await vi.waitFor(() => expect(open.charges).toHaveLength(1), 10_000);
    const [charge] = open.charges;
    return { charge: charge!, spentUsd: open.account.spentUsd };
  }

  test("the charge has its prompt, and says what the provider may bill at most", async () => {
    const { charge, spentUsd } = await leave({ limitUsd: 50, strict: false });
    expect(charge).toMatchObject({ status: "aborted", usageKnown: "estimated", usage: { outputTokens: 0 } });
    expect(charge.mostUsd).toBeGreaterThan(charge.costUsd!);
    expect(spentUsd).toBe(charge.costUsd);
  });

  test("a strict account carries it at that most", async () => {
    const { charge, spentUsd } = await leave({ limitUsd: 50, strict: true });
    expect(charge).toMatchObject({ status: "aborted", carried: true });
    expect(charge.mostUsd).toBeUndefined();
    expect(spentUsd).toBeGreaterThan(0.001);
  });
});

describe("servers that count while they write", () => {
  const chat = wireCalls.find(({ wire }) => wire === "openai-chat")!;
  /** 500 chunks of a thousand tokens, a cent each, with the count so far in every one; then the end. */
  async function startCounting(mostChunks: number) {
    let chunks = 0;
    const server = await startRawServer(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const delta = { content: piece };
      const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
      while (!response.destroyed && chunks < mostChunks) {
        chunks += 1;
        const usage = { prompt_tokens: 10, completion_tokens: chunks * 1_000 };
        send({ choices: [{ index: 0, delta }], usage });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const usage = { prompt_tokens: 10, completion_tokens: chunks * 1_000 };
      send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage });
      response.end("data: [DONE]\n\n");
    });
    return { server, chunks: () => chunks };
  }

  test("are cut off all the same", async () => {
    const { server, chunks } = await startCounting(500);
    await using _ = server;
    await using open = await openBefore(server.env, { limit: { limitUsd: 0.1 } });
    const { text: said } = await askText(open.gateway, chat, true);
    expect(said).toMatch(/billing_error/);
    expect(chunks()).toBeLessThan(100);
    expect(open.charges[0]).toMatchObject({ status: "aborted", error: { code: "budget-exceeded" } });
    expect(open.account.spentUsd).toBeGreaterThan(0.1);
  });

  test("are believed when they have ended", async () => {
    const { server } = await startCounting(3);
    await using _ = server;
    await using open = await openBefore(server.env, { limit: { limitUsd: 0.1 } });
    await askText(open.gateway, chat, true);
    expect(open.charges[0]).toMatchObject({
      status: "complete",
      usageKnown: "reported",
      usage: { inputTokens: 10, outputTokens: 3_000 },
    });
  });

  test("and do not heed the longest answer that was asked for are cut off on a strict account", async () => {
    const { server, chunks } = await startCounting(500);
    await using _ = server;
    await using open = await openBefore(server.env, { limit: { limitUsd: 0.1, strict: true } });
    const { text: said } = await askText(open.gateway, chat, true, { body: { max_completion_tokens: 100 } });
    expect(said).toMatch(/billing_error/);
    expect(chunks()).toBeLessThan(100);
    expect(open.charges[0]).toMatchObject({ status: "aborted", overReserved: true });
    expect(open.gateway.overBudget).toMatchObject({ code: "budget-exceeded" });
  });
});

test("a stream that passes the limit of an account above says whose limit it is", async () => {
  const run = createAccount({ name: "run", limitUsd: 0.1 });
  const account = run.child({ name: "cell", limitUsd: 5 });
  await using server = await startRawServer(async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const delta = { type: "text_delta", text: piece };
    for (let events = 0; !response.destroyed && events < 500; events++) {
      response.write(`data: ${JSON.stringify({ type: "content_block_delta", index: 0, delta })}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    response.end();
  });
  await using open = await openBefore(server.env, { account });
  const { text: said } = await askText(open.gateway, wireCalls[0]!, true);
  expect(said).toMatch(/run is spent/);
  expect(open.gateway.overBudget).toMatchObject({ account: "run" });
});
