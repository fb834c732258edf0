import { expect, test } from "vitest";
import type { WireReply } from "../../../core/test/wire/wire.ts";
import { openWire } from "./support/open-wire.ts";
import { ask, wireCalls } from "./support/wire-calls.ts";

test("two hundred streams at once, none waits for another, every one is booked", async () => {
  const usage = { input: 1_000, output: 100, cacheRead: 200 };
  let release = () => {};
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  // No stream is answered before all have come, and each flows for a while.
  const reply = async (): Promise<WireReply> => {
    begun += 1;
    if (begun === 200) release();
    await all;
    return {
      type: "answer",
      text: Array.from({ length: 20 }, (_, at) => `Stück ${at} `),
      usage,
      eventGapMs: 5,
    };
  };
  await using open = await openWire(reply);
  const texts = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const call = wireCalls[at % wireCalls.length]!;
      const response = await ask(open.gateway, call, true);
      expect(response.status).toBe(200);
      return response.text();
    }),
  );
  for (const text of texts) for (let at = 0; at < 20; at++) expect(text).toContain(`Stück ${at} `);
  expect(open.charges).toHaveLength(200);
  expect(open.gateway.totals).toMatchObject({ calls: 200, complete: 200, failed: 0, unmetered: 0 });
  expect(open.gateway.totals.usage).toMatchObject({ inputTokens: 200_000, outputTokens: 20_000 });
  expect(open.server.billed).toMatchObject({ input: 200_000, output: 20_000 });
  const sum = open.charges.reduce((total, charge) => total + charge.costUsd!, 0);
  expect(Math.abs(open.account.spentUsd - sum)).toBeLessThan(1e-9);
  expect(open.account.openCalls).toBe(0);
});

test("a stream flows while it is written: the first word arrives before the last is said", async () => {
  const usage = { input: 1_000, output: 100 };
  const reply: WireReply = {
    type: "answer",
    text: ["first", "second"],
    usage,
    ending: { type: "stall", after: 4 },
  };
  for (const call of wireCalls) {
    const after = call.wire === "gemini" ? 1 : call.wire === "openai-chat" ? 2 : 4;
    await using open = await openWire({ ...reply, ending: { type: "stall", after } });
    const reader = (await ask(open.gateway, call, true)).body!.getReader();
    let seen = "";
    while (!seen.includes("first")) seen += Buffer.from((await reader.read()).value!).toString();
    expect(open.charges).toHaveLength(0);
    await reader.cancel();
  }
});
