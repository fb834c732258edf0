import { type Charge, createAccount, noUsage, systemClock } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { createReportedBook } from "./reported-book.ts";

const tokens = (input: number, output: number) => ({ ...noUsage, inputTokens: input, outputTokens: output });

function start(mayBeCounted = false, limitUsd?: number) {
  const charges: [usd: number | null, carried: boolean][] = [];
  const ledger = {
    opened: () => {},
    charged: ({ costUsd, carried = false }: Charge & { carried?: boolean }) =>
      void charges.push([costUsd, carried]),
  };
  const account = createAccount({
    ...{ name: "cell", payer: "agent", ledger },
    ...(limitUsd !== undefined && { limitUsd, strict: true }),
  });
  const call = { modelId: "command", agent: "command", startedAt: new Date(0) };
  const book = createReportedBook(account, call, { clock: systemClock, mayBeCounted });
  const { soFar, all, withdraw } = book;
  const stands = () => [account.spentUsd, account.usage.inputTokens, account.usage.outputTokens];
  return { account, book, soFar, all, withdraw, stands, charges };
}

test("what is told while it works is booked with its tokens, and the end adds only what is new", async () => {
  const { soFar, all, stands, account } = start();
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  expect(stands()).toEqual([0.25, 10, 5]);
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  await soFar({ usage: tokens(30, 6), costUsd: 0.5 });
  await all({ usage: tokens(40, 6), costUsd: 0.5 });
  expect(stands()).toEqual([0.5, 40, 6]);
  expect(account.calls).toBe(3);
});

test("what was told once is not taken back", async () => {
  const { soFar, all, stands } = start();
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  expect(await all({ usage: tokens(1, 1), costUsd: 0.125 })).toEqual({
    ...{ usage: tokens(10, 5), costUsd: 0.25 },
  });
  expect(stands()).toEqual([0.25, 10, 5]);
  const removed = start();
  await removed.soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  expect(await removed.all({ usage: null, costUsd: null })).toEqual({ usage: tokens(10, 5), costUsd: 0.25 });
  expect(removed.stands()).toEqual([0.25, 10, 5]);
});

test("where somebody else may count, what is told is carried from then on, and is sure at the end", async () => {
  const { soFar, all, stands, account, charges, book } = start(true);
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  expect(charges).toEqual([[0.25, true]]);
  expect([book.heldUsd, ...stands()]).toEqual([0, 0.25, 10, 5]);
  await soFar({ usage: tokens(11, 5), costUsd: 0.5 });
  expect(await all({ usage: tokens(12, 1), costUsd: 0.125 })).toEqual({
    ...{ usage: tokens(12, 5), costUsd: 0.5 },
  });
  expect(charges).toEqual([
    [0.25, true],
    [0.25, true],
    [0.25, false],
    [0.25, false],
    [0, false],
  ]);
  expect([account.calls, ...stands()]).toEqual([3, 0.5, 12, 5]);
});

test("what nothing is left to pay for waits for the end, and nobody waits for it", async () => {
  const { soFar, all, charges, book } = start(true, 0.4);
  await soFar({ usage: null, costUsd: 0.25 });
  await soFar({ usage: null, costUsd: 0.75 });
  expect([charges, book.heldUsd]).toEqual([[[0.25, true]], 0.5]);
  await all({ usage: null, costUsd: 0.75 });
  expect(charges.slice(1)).toEqual([
    [0.25, false],
    [0.5, false],
  ]);
});

test("money that others hold back is not waited for, and what it was to pay for is booked at the end", async () => {
  const run = createAccount({ name: "run", limitUsd: 1, strict: true });
  const others = await run.open({ modelId: "m", worstCaseUsd: 0.6 });
  const account = run.child({ name: "cell", payer: "agent" });
  const call = { modelId: "command", agent: "command", startedAt: new Date(0) };
  const book = createReportedBook(account, call, { clock: systemClock, mayBeCounted: true });
  await book.soFar({ usage: null, costUsd: 0.5 });
  expect([account.spentUsd, book.heldUsd]).toEqual([0, 0.5]);
  others.settle({
    ...{ status: "complete", finishReason: "stop", modelId: "m", usage: noUsage, usageKnown: "reported" },
    ...{
      costUsd: 0.6,
      costBasis: "prices",
      streamed: false,
      latencyMs: 1,
      startedAt: "2026-01-01T00:00:00Z",
    },
  });
  await book.soFar({ usage: null, costUsd: 0.5 });
  await book.all({ usage: null, costUsd: 0.5 });
  expect([account.spentUsd, book.heldUsd]).toEqual([0.5, 0]);
});

test("once somebody else has counted, nothing that was told stands", async () => {
  const { soFar, withdraw, stands, account, charges } = start(true);
  await soFar({ usage: tokens(10, 5), costUsd: 0.25 });
  withdraw();
  withdraw();
  expect(charges).toEqual([
    [0.25, true],
    [0, false],
  ]);
  expect([account.unpricedCalls, ...stands()]).toEqual([0, 0, 0, 0]);
  await soFar({ usage: tokens(20, 5), costUsd: 0.5 });
  expect(charges).toHaveLength(2);
});

test("tokens without money wait for the end, and nothing told is nothing booked", async () => {
  const { soFar, all, stands, account } = start();
  await soFar({ usage: tokens(10, 5), costUsd: null });
  await soFar({ usage: null, costUsd: null });
  expect(account.calls).toBe(0);
  await all({ usage: tokens(10, 5), costUsd: null });
  expect([stands(), account.unpricedCalls]).toEqual([[0, 10, 5], 1]);
  const silent = start();
  await silent.all({ usage: null, costUsd: null });
  expect(silent.account.calls).toBe(0);
});
