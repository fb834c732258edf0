import { describe, expect, test, vi } from "vitest";
import type { WireAnswer, WireReply } from "../../../core/test/wire/wire.ts";
import { openWire } from "./support/open-wire.ts";
import { ask, askText, everyCall, wireCalls } from "./support/wire-calls.ts";

const text = ["one ", "two ", "three ", "four"];

describe.concurrent.each(everyCall)("$name", (each) => {
  const { streamed, usage, costUsd, finalStatus } = each;
  const answer: WireAnswer = { type: "answer", text, usage };

  test("an endless agent is refused one call after its limit, in a way that it gives up", async () => {
    await using open = await openWire(answer, { limit: { limitUsd: 2.9 * costUsd } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      const body = { ...(each.wire !== "gemini" && { metadata: { turn } }) };
      statuses.push((await askText(open.gateway, each, streamed, { body })).status);
    }
    expect(statuses).toEqual([200, 200, 200, finalStatus, finalStatus]);
    expect(open.server.requests).toHaveLength(3);
    // Gemini counts while it writes, so the call that passes the limit may be seen to do so and cut off.
    const seen = streamed && each.wire === "gemini";
    expect(open.account.spentUsd).toBeGreaterThan(2.9 * costUsd);
    expect(open.account.spentUsd - 3 * costUsd).toBeLessThan(1e-9);
    expect(open.gateway.totals).toMatchObject({ calls: 3, refused: 2, ...(!seen && { complete: 3 }) });
    if (!seen) expect(open.account.spentUsd).toBeCloseTo(3 * costUsd, 9);
    expect(open.gateway.overBudget).toMatchObject({ code: "budget-exceeded", account: "cell" });
    expect(open.gateway.budgetSignal.reason).toBe(open.gateway.overBudget);
    expect(open.gateway.refusal).toBeNull();
    expect(open.exchanges.at(-1)).toMatchObject({
      status: "refused",
      httpStatus: finalStatus,
      costUsd: 0,
      usage: null,
    });
    expect(open.charges).toHaveLength(3);
  });

  test("a strict account is never passed, though every answer is as long as it may be", async () => {
    const mostOutput = each.wire === "anthropic-messages" ? 2_000 : 8_192;
    const longest = { input: 50, output: mostOutput, cacheRead: 0, reasoning: 0 };
    const body = { ...(each.wire === "anthropic-messages" && { max_tokens: mostOutput }) };
    const limitUsd = 0.2;
    await using open = await openWire({ ...answer, usage: longest }, { limit: { limitUsd, strict: true } });
    let status = 200;
    for (let turn = 0; turn < 50 && status === 200; turn++) {
      ({ status } = await askText(open.gateway, each, streamed, { body }));
      expect(open.account.spentUsd).toBeLessThanOrEqual(limitUsd);
    }
    expect(status).toBe(finalStatus);
    expect(open.charges.length).toBeGreaterThan(1);
    expect(open.charges.every((charge) => charge.overReserved === undefined)).toBe(true);
    const asked = open.server.requests[0]!.body;
    expect(
      asked.max_tokens ??
        asked.max_output_tokens ??
        asked.max_completion_tokens ??
        asked.generationConfig?.maxOutputTokens,
    ).toBe(mostOutput);
  });

  test("a strict account that cannot bear the worst case sends nothing", async () => {
    await using open = await openWire(answer, { limit: { limitUsd: 0.0001, strict: true } });
    const { status, text: said } = await askText(open.gateway, each, streamed);
    expect(status).toBe(finalStatus);
    expect(said).toMatch(/this call may cost/);
    expect(open.server.requests).toHaveLength(0);
    expect(open.account.spentUsd).toBe(0);
    expect(open.gateway.overBudget).not.toBeNull();
  });

  test("a call under way is cut off when another passes the limit", async () => {
    let asked = 0;
    const dear = { ...answer, usage: { input: 100, output: 20_000, cacheRead: 0 } };
    const cheap = { ...answer, usage: { input: 100, output: 20, cacheRead: 0 } };
    const stall: WireReply = { ...cheap, ending: { type: "stall", after: 1 } };
    await using open = await openWire(() => (asked++ === 0 ? stall : dear), { limit: { limitUsd: 0.03 } });
    const first = askText(open.gateway, each, streamed);
    await vi.waitFor(() => expect(open.server.requests).toHaveLength(1), 10_000);
    await askText(open.gateway, each, streamed, { body: { user: "second" } });
    const { status, text: said } = await first;
    expect(status).toBe(streamed ? 200 : finalStatus);
    expect(said).toMatch(/cell is spent/);
    expect(open.charges).toHaveLength(2);
    expect(open.exchanges.find(({ number }) => number === 1)).toMatchObject({
      status: "aborted",
      error: { code: "budget-exceeded" },
    });
    expect(open.gateway.overBudget).not.toBeNull();
    await vi.waitFor(() => expect(open.server.requests[0]?.clientGone).toBe(true), 10_000);
  });
});

test("calls at once never pass a strict account together, and none is left waiting", async () => {
  const anthropic = wireCalls[0]!;
  const usage = { input: 50, output: 1_000, cacheRead: 0 };
  const limitUsd = 0.1;
  await using open = await openWire({ type: "answer", text, usage }, { limit: { limitUsd, strict: true } });
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const { status } = await askText(open.gateway, anthropic, true, { body: { max_tokens: 1_000 } });
      expect(open.account.spentUsd + open.account.reservedUsd).toBeLessThanOrEqual(limitUsd);
      return status;
    }),
  );
  const answered = statuses.filter((status) => status === 200).length;
  // A cent and a half for the longest answer, and a little for the question.
  expect(answered).toBe(6);
  expect(statuses.filter((status) => status === 402)).toHaveLength(30 - answered);
  expect(open.server.requests).toHaveLength(answered);
  expect(open.account).toMatchObject({ openCalls: 0, reservedUsd: 0 });
});

test("what was cached is not taken for dear before the provider has counted", async () => {
  // A prompt of 400 kB would cost 25 cents if it were all read afresh, but the provider says that it was not.
  const chat = wireCalls.find(({ wire }) => wire === "openai-chat")!;
  const usage = { input: 100_000, output: 10, cacheRead: 100_000 };
  await using open = await openWire({ type: "answer", text, usage }, { limit: { limitUsd: 0.2 } });
  const messages = [{ role: "user", content: "long ".repeat(80_000) }];
  const { status, text: said } = await askText(open.gateway, chat, true, { body: { messages } });
  expect(status).toBe(200);
  expect(said).toContain("[DONE]");
  expect(open.charges[0]).toMatchObject({ status: "complete" });
});

test("a model without a price is refused under a limit, and that is no matter of budget", async () => {
  const chat = wireCalls.find(({ wire }) => wire === "openai-chat")!;
  const model = "openai-compatible/never-heard-of";
  await using open = await openWire(
    { type: "answer", text, usage: chat.usage },
    { model, limit: { limitUsd: 1 } },
  );
  const { status, text: said } = await askText(open.gateway, chat, true);
  expect(status).toBe(402);
  expect(said).toMatch(/never-heard-of has no price/);
  expect(open.gateway).toMatchObject({ overBudget: null, refusal: { code: "unpriced-model" } });
  expect(open.server.requests).toHaveLength(0);

  await using free = await openWire({ type: "answer", text, usage: chat.usage }, { model });
  expect((await askText(free.gateway, chat, true)).status).toBe(200);
  expect(free.charges[0]).toMatchObject({ costUsd: null, costBasis: "unpriced", usageKnown: "reported" });
  expect(free.gateway.totals).toMatchObject({
    unpriced: 1,
    costUsd: 0,
    usage: { inputTokens: chat.usage.input },
  });
});

test("a call that waits for money leaves the line when its agent goes away", async () => {
  const anthropic = wireCalls[0]!;
  const usage = { input: 10, output: 10 };
  const stall: WireReply = { type: "answer", text, usage, ending: { type: "stall", after: 2 } };
  const body = { max_tokens: 10_000 };
  await using open = await openWire(stall, { limit: { limitUsd: 0.2, strict: true } });
  const first = ask(open.gateway, anthropic, true, { body });
  await vi.waitFor(() => expect(open.server.requests).toHaveLength(1), 10_000);
  const leaving = new AbortController();
  const second = ask(open.gateway, anthropic, true, { body, signal: leaving.signal }).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(open.server.requests).toHaveLength(1);
  leaving.abort();
  await second;
  await vi.waitFor(() => expect(open.exchanges).toHaveLength(1), 10_000);
  expect(open.exchanges[0]).toMatchObject({
    status: "refused",
    error: { code: "agent-gone" },
    httpStatus: null,
  });
  expect(open.gateway.overBudget).toBeNull();
  await open.gateway.close();
  await (await first).text().catch(() => {});
});

test("an account that is spent by others refuses here too", async () => {
  const anthropic = wireCalls[0]!;
  const { createAccount } = await import("@flow-state-dev/core");
  const run = createAccount({ name: "run", limitUsd: 0.1, alreadySpentUsd: 0.1 });
  const account = run.child({ name: "cell", limitUsd: 5 });
  await using open = await openWire({ type: "answer", text, usage: anthropic.usage }, { account });
  expect((await askText(open.gateway, anthropic, false)).status).toBe(402);
  expect(open.gateway.overBudget).toMatchObject({ account: "run" });
});
